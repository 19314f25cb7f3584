// SPDX-License-Identifier: Apache-2.0
//
// A recursive mutex that is taken twice and given back once stays locked.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock
// HEDDLE: strategy=dfs verdict=finding kind=deadlock options=--keep-going executions=4
// MODEL: recursive_unlock_missing.model
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static void* work(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_mutex_lock(&mutex);  // FINDING
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
