// SPDX-License-Identifier: Apache-2.0
//
// posix_memalign tells others of its block when it returns, not before and not later.
//
// HEDDLE: strategy=default verdict=finding kind=assertion,data-race races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion,data-race races=some flags=-DGATES_OPEN
#define _GNU_SOURCE
#include <stdlib.h>
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef GATES_OPEN
enum { kRounds = 1 };
#else
enum { kRounds = 60 };  // executions at random hardly meet the one that counts
#endif
static atomic_int first, second;
static _Atomic(void*) block;

static void* changes(void* unused) {
  if (first == (kRounds + 1) / 2 && second == (kRounds + 1) / 2) {
    if (posix_memalign((void**)&block, 64, 64) != 0) abort();
    block = NULL;
  }
  return unused;
}

static void* looks(void* unused) {
  if (first == (kRounds + 1) / 2 && second == (kRounds + 1) / 2) assert(block == NULL);  // FINDING
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
