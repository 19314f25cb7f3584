// SPDX-License-Identifier: Apache-2.0
//
// An increment under a mutex loses nothing.
//
// HEDDLE: strategy=dfs verdict=clean executions=118
// HEDDLE: strategy=dfs verdict=clean executions=118 flags=-DADAPTIVE
// MODEL: counter_locked.model
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifdef ADAPTIVE
pthread_mutex_t mutex = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
#else
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
#endif
int count;

static void* first(void* unused) {
  pthread_mutex_lock(&mutex);
  count++;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* second(void* unused) {
  pthread_mutex_lock(&mutex);
  count++;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(count == 2);
  return 0;
}
