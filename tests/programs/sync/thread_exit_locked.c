// SPDX-License-Identifier: Apache-2.0
//
// pthread_exit without the cleanup handler that would give the mutex back.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock message="T0 blocked on mutex held by T1"
// HEDDLE: strategy=dfs verdict=finding kind=deadlock options=--keep-going executions=4
// MODEL: thread_exit_locked.model
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* leave(void* result) {
  pthread_mutex_lock(&mutex);
  pthread_exit(result);
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, leave, NULL);
  pthread_mutex_lock(&mutex);  // FINDING
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
