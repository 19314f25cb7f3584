// SPDX-License-Identifier: Apache-2.0
//
// The size of an array is small whenever one is made, but another value stands there before: tried out, it must not let the
// stack of one thread grow into that of the thread before.
//
// HEDDLE: strategy=default verdict=clean
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

// Stacks lie 128 MB apart, less some 300 bytes that differ from thread to thread.
enum { kFar = (128 << 20) / sizeof(int) - 70 };
static atomic_int position, ready, x, z;

static __attribute__((noinline)) int sum_of(int count) {
  int grown[count + 1], sum = 0;
  for (int k = 0; k < 8; k++) grown[k & count] = k;
  for (int k = 0; k < 8; k++) sum += grown[k & count];
  return sum;
}

static __attribute__((noinline)) void work(long id) {
  int own[64] = {0};
  for (int round = 0; round < 3; round++) {
    if (id == 1 && ready) {
      int i = position;
      own[0] = sum_of(i) & 1;
    }
    x = x * 3 + 1 + id;
  }
  int q = x & 7, sum = 0;
  z = q;
  for (int k = 0; k < 16; k++) sum += own[(k + q) & 15];
  if (id != 1) assert(sum == 0);
}

static void* worker(void* id) {
  work((long)id);
  return NULL;
}

static void* writer(void* unused) {
  (void)unused;
  position = kFar;
  for (int i = 0; i < 3; i++) position = i;
  ready = 1;
  for (int i = 2; i >= 0; i--) position = i;
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, worker, (void*)0);
  pthread_create(&threads[1], NULL, worker, (void*)1);
  pthread_create(&threads[2], NULL, writer, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
}
