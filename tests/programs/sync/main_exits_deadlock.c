// SPDX-License-Identifier: Apache-2.0
//
// main leaves with pthread_exit and leaves its lock locked: the process never ends.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock message="T1 blocked on mutex held by T0"
// HEDDLE: strategy=dfs verdict=finding kind=deadlock options=--keep-going executions=2
// MODEL: main_exits_deadlock.model
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* work(void* unused) {
  pthread_mutex_lock(&mutex);  // FINDING
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, NULL, work, NULL);
  pthread_exit(NULL);
}
