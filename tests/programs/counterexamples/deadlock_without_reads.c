// SPDX-License-Identifier: Apache-2.0
//
// Nobody reads anything, so no value can be asked for; the deadlock needs a question of its own.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock options=--keep-going executions=194
// MODEL: deadlock_without_reads.model
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void* one(void* unused) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return unused;
}

static void* two(void* unused) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, one, NULL);
  pthread_create(&threads[1], NULL, two, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
