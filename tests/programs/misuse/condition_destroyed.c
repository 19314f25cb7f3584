// SPDX-License-Identifier: Apache-2.0
//
// A condition variable is destroyed although a thread still waits on it.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion message="a condition variable is destroyed while a thread waits on it"
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=5
// MODEL: condition_destroyed.model
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t started = PTHREAD_COND_INITIALIZER, changed = PTHREAD_COND_INITIALIZER;
int is_started;

static void* work(void* unused) {
  pthread_mutex_lock(&mutex);
  is_started = 1;
  pthread_cond_signal(&started);
  pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_mutex_lock(&mutex);
  while (!is_started) pthread_cond_wait(&started, &mutex);
  pthread_mutex_unlock(&mutex);
  pthread_cond_destroy(&changed);  // FINDING
  pthread_join(thread, NULL);
  return 0;
}
