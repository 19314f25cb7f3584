// SPDX-License-Identifier: Apache-2.0
//
// Joins that do not wait: a try tells whether the thread has ended, a timed one times out whenever it has not.
//
// HEDDLE: strategy=dfs verdict=clean executions=6
// HEDDLE: strategy=dfs verdict=clean executions=6 flags=-DCLOCK
// MODEL: join_variants.model
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

int x;

static void* work(void* argument) {
  x = 1;
  return argument;
}

int main(void) {
  pthread_t thread;
  const struct timespec soon = {1, 0};
  void* result = NULL;
  pthread_create(&thread, NULL, work, &x);
  int code = pthread_tryjoin_np(thread, &result);
  assert(code == 0 || code == EBUSY);
#ifdef CLOCK
  if (code != 0) code = pthread_clockjoin_np(thread, &result, CLOCK_MONOTONIC, &soon);
#else
  if (code != 0) code = pthread_timedjoin_np(thread, &result, &soon);
#endif
  assert(code == 0 || code == ETIMEDOUT);
  if (code != 0) code = pthread_join(thread, &result);
  assert(code == 0 && result == &x);
  return 0;
}
