// SPDX-License-Identifier: Apache-2.0
//
// What the two critical sections do is independent, and yet their order decides what is read behind one of them.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=111
// MODEL: sections_that_look_independent.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
_Atomic int x, b;

static void* one(void* unused) {
  pthread_mutex_lock(&mutex);
  x = 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* two(void* unused) {
  pthread_mutex_lock(&mutex);
  b = 1;
  pthread_mutex_unlock(&mutex);
  return (void*)(long)x;
}

int main(void) {
  pthread_t threads[2];
  void* results[2];
  pthread_create(&threads[0], NULL, one, NULL);
  pthread_create(&threads[1], NULL, two, NULL);
  pthread_join(threads[0], &results[0]);
  pthread_join(threads[1], &results[1]);
  assert(results[1] != (void*)0);  // FINDING
  return 0;
}
