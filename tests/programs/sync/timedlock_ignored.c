// SPDX-License-Identifier: Apache-2.0
//
// Nobody looks whether the timed lock timed out.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion message="unlock of a mutex that another thread holds" races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=26 races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=26 flags=-DCLOCK races=some
// MODEL: timedlock_ignored.model
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>
#include <time.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int x;

static void* work(void* unused) {
  const struct timespec soon = {1, 0};
#ifdef CLOCK
  pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &soon);
#else
  pthread_mutex_timedlock(&mutex, &soon);
#endif
  x = 1;
  pthread_mutex_unlock(&mutex);  // FINDING
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_mutex_lock(&mutex);
  x = 2;
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
