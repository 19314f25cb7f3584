// SPDX-License-Identifier: Apache-2.0
//
// Two threads on one processor still interrupt each other.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=126 races=some
// MODEL: affinity_excludes_nothing.model
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

int x;

static void pin(void) {
  cpu_set_t first;
  struct sched_param lowest = {0};
  CPU_ZERO(&first);
  CPU_SET(0, &first);
  assert(pthread_setaffinity_np(pthread_self(), sizeof first, &first) == 0);
  assert(pthread_setschedparam(pthread_self(), SCHED_BATCH, &lowest) == 0);
}

static void* work(void* unused) {
  pin();
  x++;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  work(NULL);
  pthread_join(thread, NULL);
  assert(x == 2);  // FINDING
  return 0;
}
