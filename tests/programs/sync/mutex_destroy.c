// SPDX-License-Identifier: Apache-2.0
//
// Destroying a mutex that is held says EBUSY, as with glibc, and leaves it as it was.
//
// HEDDLE: strategy=dfs verdict=clean executions=5
// MODEL: mutex_destroy.model
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t mutex;

static void* work(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_init(&mutex, NULL);
  pthread_create(&thread, NULL, work, NULL);
  pthread_mutex_lock(&mutex);
  assert(pthread_mutex_destroy(&mutex) == EBUSY);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  assert(pthread_mutex_destroy(&mutex) == 0);
  return 0;
}
