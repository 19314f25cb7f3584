// SPDX-License-Identifier: Apache-2.0
//
// A timed wait may end by itself before it is signalled; afterwards it takes the mutex again.
//
// HEDDLE: strategy=dfs verdict=clean executions=193
// HEDDLE: strategy=dfs verdict=clean executions=193 flags=-DCLOCK
// MODEL: cond_timedwait.model
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int late;

static void* first(void* unused) {
  struct timespec soon = {1, 0};
  pthread_mutex_lock(&mutex);
#ifdef CLOCK
  int result = pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &soon);
#else
  int result = pthread_cond_timedwait(&condition, &mutex, &soon);
#endif
  assert(result == 0 || result == ETIMEDOUT);
  if (result == ETIMEDOUT) late = 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* second(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_cond_signal(&condition);
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
