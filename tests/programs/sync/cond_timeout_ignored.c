// SPDX-License-Identifier: Apache-2.0
//
// A timed wait that timed out is taken for one that was signalled.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion output="times out"
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=26
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=26 flags=-DCLOCK
// MODEL: cond_timeout_ignored.model
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int ready;

static void* work(void* unused) {
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  const struct timespec soon = {1, 0};
  pthread_create(&thread, NULL, work, NULL);
  pthread_mutex_lock(&mutex);
#ifdef CLOCK
  if (!ready) pthread_cond_clockwait(&changed, &mutex, CLOCK_MONOTONIC, &soon);
#else
  if (!ready) pthread_cond_timedwait(&changed, &mutex, &soon);
#endif
  assert(ready);  // FINDING
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
