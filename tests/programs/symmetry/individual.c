// SPDX-License-Identifier: Apache-2.0
//
// Two threads with the same routine that are not the same after all: only the second fails, and only if it comes second.
// Who takes them for equal lets the first one stand for it. WAY: it compares its handle; it makes a number of the address
// of a local, or of a block of the heap; they return different values; main looks while one of them still runs; main asks
// whether one has ended.
//
// HEDDLE: strategy=exact verdict=finding kind=assertion flags=-DWAY=1
// HEDDLE: strategy=exact verdict=finding kind=assertion flags=-DWAY=2
// HEDDLE: strategy=exact verdict=finding kind=assertion flags=-DWAY=3
// HEDDLE: strategy=exact verdict=finding kind=assertion flags=-DWAY=4
// HEDDLE: strategy=exact verdict=finding kind=assertion flags=-DWAY=5
// HEDDLE: strategy=exact verdict=finding kind=assertion flags=-DWAY=6
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

atomic_int came;
_Atomic(pthread_t) second;

static int is_second(void) {
#if WAY == 1
  return pthread_self() == second;
#elif WAY == 2
  int here;
  return ((uintptr_t)&here >> 27 & 1) == 0;  // stacks are 128 MiB apart
#elif WAY == 3
  void* block = malloc(1);
  const int is_even = ((uintptr_t)block >> 30 & 1) == 0;  // heaps are 1 GiB apart
  free(block);
  return is_even;
#else
  return 0;
#endif
}

static void* work(void* unused) {
  (void)unused;
  const long before = atomic_fetch_add(&came, 1);
  if (before == 1) assert(!is_second());
  return (void*)(WAY == 4 ? before : 0);
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, work, 0);
  second = threads[1];
#if WAY == 6
  const int one = pthread_tryjoin_np(threads[1], 0), other = pthread_tryjoin_np(threads[0], 0);
  assert(!(one == 0 && other != 0));
  if (one != 0) pthread_join(threads[1], 0);
  if (other != 0) pthread_join(threads[0], 0);
#else
  void* first;
  pthread_join(threads[0], &first);
  assert(!(WAY == 4 && first == (void*)1));
  assert(!(WAY == 5 && came == 1));
  pthread_join(threads[1], 0);
#endif
  return 0;
}
