// SPDX-License-Identifier: Apache-2.0
//
// Two waiters, one signal: whichever it wakes, the other one stays.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock
// HEDDLE: strategy=dfs options=--keep-going verdict=finding kind=deadlock executions=187
// MODEL: one_signal_for_two.model
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void* work(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_cond_wait(&condition, &mutex);  // FINDING
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, work, NULL);
  pthread_create(&two, NULL, work, NULL);
  pthread_cond_signal(&condition);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
