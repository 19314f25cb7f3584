// SPDX-License-Identifier: Apache-2.0
//
// Processors and priorities order nothing. To set them is an operation: who asks is told.
//
// HEDDLE: strategy=dfs verdict=clean executions=35
// MODEL: affinity.model
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

_Atomic int x;

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
  assert(x == 2);
  return 0;
}
