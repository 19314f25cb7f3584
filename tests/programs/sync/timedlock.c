// SPDX-License-Identifier: Apache-2.0
//
// A timed lock that is scheduled while the mutex is held has timed out.
//
// HEDDLE: strategy=dfs verdict=clean executions=93
// HEDDLE: strategy=dfs verdict=clean executions=93 flags=-DCLOCK
// MODEL: timedlock.model
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int x;

static void* first(void* unused) {
  struct timespec soon = {1, 0};
#ifdef CLOCK
  int result = pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &soon);
#else
  int result = pthread_mutex_timedlock(&mutex, &soon);
#endif
  assert(result == 0 || result == ETIMEDOUT);
  if (result == 0) {
    x = 1;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

static void* second(void* unused) {
  pthread_mutex_lock(&mutex);
  x = 2;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
