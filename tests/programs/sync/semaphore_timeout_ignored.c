// SPDX-License-Identifier: Apache-2.0
//
// A wait that timed out is taken for one that got something.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion output="timed out" races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=17 races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=17 flags=-DCLOCK races=some
// MODEL: semaphore_timeout_ignored.model
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <time.h>

sem_t full;
int x;

static void* work(void* unused) {
  x = 7;
  sem_post(&full);
  return unused;
}

int main(void) {
  pthread_t thread;
  const struct timespec soon = {1, 0};
  sem_init(&full, 0, 0);
  pthread_create(&thread, NULL, work, NULL);
#ifdef CLOCK
  sem_clockwait(&full, CLOCK_MONOTONIC, &soon);
#else
  sem_timedwait(&full, &soon);
#endif
  assert(x == 7);  // FINDING
  pthread_join(thread, NULL);
  return 0;
}
