// SPDX-License-Identifier: Apache-2.0
//
// backtrace writes where another thread reads.
//
// HEDDLE: strategy=default verdict=finding kind=assertion,data-race races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion,data-race races=some flags=-DGATES_OPEN
#define _GNU_SOURCE
#include <execinfo.h>
#include <stddef.h>
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef GATES_OPEN
enum { kRounds = 1 };
#else
enum { kRounds = 60 };  // executions at random hardly meet the one that counts
#endif
static atomic_int first, second;
static union {
  void* whole[4];
  _Atomic(void*) parts[4];
} frames;

static void* changes(void* unused) {
  if (first == (kRounds + 1) / 2 && second == (kRounds + 1) / 2) {
    backtrace(frames.whole, 4);
    frames.parts[0] = NULL;
  }
  return unused;
}

static void* looks(void* unused) {
  if (first == (kRounds + 1) / 2 && second == (kRounds + 1) / 2) assert(frames.parts[0] == NULL);  // FINDING
  return unused;
}

static void* count(void* counter) {
  for (int i = 1; i <= kRounds; ++i) *(atomic_int*)counter = i;
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  pthread_create(&threads[0], NULL, changes, NULL);
  pthread_create(&threads[1], NULL, looks, NULL);
  pthread_create(&threads[2], NULL, count, &first);
  pthread_create(&threads[3], NULL, count, &second);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], NULL);
  return 0;
}
