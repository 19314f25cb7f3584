// SPDX-License-Identifier: Apache-2.0
//
// Processors and policy of a thread are told to whoever asks, and handed down to the threads that it creates.
//
// HEDDLE: strategy=default verdict=clean
// HEDDLE: strategy=dfs verdict=clean
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>

static void* created(void* unused) {
  cpu_set_t set;
  assert(pthread_getaffinity_np(pthread_self(), sizeof set, &set) == 0);
  assert(CPU_COUNT(&set) == 1 && CPU_ISSET(1, &set));
  struct sched_param parameters;
  int policy;
  assert(pthread_getschedparam(pthread_self(), &policy, &parameters) == 0 && policy == SCHED_BATCH);
  return unused;
}

int main(void) {
  cpu_set_t set;
  assert(sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) == 2);
  assert(sched_getscheduler(0) == SCHED_OTHER);
  CPU_ZERO(&set);
  assert(sched_setaffinity(0, sizeof set, &set) == -1 && errno == EINVAL);
  CPU_SET(1, &set);
  assert(sched_setaffinity(0, sizeof set, &set) == 0);
  struct sched_param parameters = {0};
  assert(sched_setscheduler(0, SCHED_BATCH, &parameters) == 0 && sched_getscheduler(0) == SCHED_BATCH);
  CPU_ZERO(&set);
  assert(sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) == 1);
  pthread_t thread;
  pthread_create(&thread, 0, created, 0);
  pthread_join(thread, 0);
}
