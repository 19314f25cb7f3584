// SPDX-License-Identifier: Apache-2.0
//
// A mutex is destroyed without knowing that nobody holds it.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=5
// MODEL: mutex_destroy_busy.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t mutex;

static void* work(void* unused) {
  pthread_mutex_lock(&mutex);  // FINDING
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_init(&mutex, NULL);
  pthread_create(&thread, NULL, work, NULL);
  assert(pthread_mutex_destroy(&mutex) == 0);  // FINDING
  pthread_join(thread, NULL);
  return 0;
}
