// SPDX-License-Identifier: Apache-2.0
//
// Two mutexes in opposite orders.
//
// HEDDLE: strategy=random verdict=finding kind=deadlock
// HEDDLE: strategy=dfs options=--keep-going verdict=finding kind=deadlock executions=194
// MODEL: abba.model
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;

static void* first(void* unused) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);  // FINDING
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return unused;
}

static void* second(void* unused) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);  // FINDING
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
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
