// SPDX-License-Identifier: Apache-2.0
//
// A signal that is sent before the wait is lost, and nobody sends another.
//
// HEDDLE: strategy=random verdict=finding kind=deadlock
// HEDDLE: strategy=dfs options=--keep-going verdict=finding kind=deadlock executions=20
// MODEL: lost_signal.model
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void* first(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_cond_wait(&condition, &mutex);  // FINDING
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* second(void* unused) {
  pthread_cond_signal(&condition);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
