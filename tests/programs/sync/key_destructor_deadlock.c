// SPDX-License-Identifier: Apache-2.0
//
// The destructor of a key needs the mutex under which its thread is joined.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock
// HEDDLE: strategy=dfs verdict=finding kind=deadlock options=--keep-going executions=5
// MODEL: key_destructor_deadlock.model
#include <pthread.h>
#include <stddef.h>

pthread_key_t key;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void destroy(void* value) {
  (void)value;
  pthread_mutex_lock(&mutex);  // FINDING
  pthread_mutex_unlock(&mutex);
}

static void* use(void* value) {
  pthread_setspecific(key, value);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_key_create(&key, destroy);
  pthread_create(&thread, NULL, use, &thread);
  pthread_mutex_lock(&mutex);
  pthread_join(thread, NULL);
  pthread_mutex_unlock(&mutex);
  return 0;
}
