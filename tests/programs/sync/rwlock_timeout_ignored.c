// SPDX-License-Identifier: Apache-2.0
//
// Whoever timed out reads all the same, in the middle of what is written. With one writer besides, it makes no difference
// for which purpose the lock was wanted.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion output="timed out" races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=30 races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=30 flags=-DCLOCK races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=30 flags=-DWRITE races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=30 flags=-DWRITE,-DCLOCK races=some
// MODEL: rwlock_timeout_ignored.model
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int x, y;

static void* work(void* unused) {
  pthread_rwlock_wrlock(&lock);
  x = 1;
  y = 1;
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  const struct timespec soon = {1, 0};
  pthread_create(&thread, NULL, work, NULL);
#if defined CLOCK && defined WRITE
  int code = pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &soon);
#elif defined CLOCK
  int code = pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &soon);
#elif defined WRITE
  int code = pthread_rwlock_timedwrlock(&lock, &soon);
#else
  int code = pthread_rwlock_timedrdlock(&lock, &soon);
#endif
  int seen = x;
  assert(seen == y);  // FINDING
  if (code == 0) pthread_rwlock_unlock(&lock);
  pthread_join(thread, NULL);
  return 0;
}
