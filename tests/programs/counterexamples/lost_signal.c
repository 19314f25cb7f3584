// SPDX-License-Identifier: Apache-2.0
//
// Whoever signals before anybody waits has done nothing.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock options=--keep-going executions=16
// MODEL: lost_signal.model
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void* sleep(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* wake(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, sleep, NULL);
  pthread_create(&threads[1], NULL, wake, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
