// SPDX-License-Identifier: Apache-2.0
//
// A timed join that timed out is taken for a join.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion output="timed out" races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=10 races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=10 flags=-DCLOCK races=some
// MODEL: timed_join_ignored.model
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

int x;

static void* work(void* unused) {
  x = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  const struct timespec soon = {1, 0};
  pthread_create(&thread, NULL, work, NULL);
#ifdef CLOCK
  pthread_clockjoin_np(thread, NULL, CLOCK_MONOTONIC, &soon);
#else
  pthread_timedjoin_np(thread, NULL, &soon);
#endif
  assert(x == 1);  // FINDING
  return 0;
}
