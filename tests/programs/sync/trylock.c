// SPDX-License-Identifier: Apache-2.0
//
// A trylock always returns at once; whether it got the mutex depends on the schedule.
//
// HEDDLE: strategy=dfs verdict=clean executions=93
// MODEL: trylock.model
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int x;

static void* first(void* unused) {
  if (pthread_mutex_trylock(&mutex) == 0) {
    x = 1;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

static void* second(void* unused) {
  pthread_mutex_lock(&mutex);
  x = 2;
  pthread_mutex_unlock(&mutex);
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
