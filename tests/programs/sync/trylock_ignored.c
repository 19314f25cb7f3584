// SPDX-License-Identifier: Apache-2.0
//
// Nobody looks whether the trylock got the mutex.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion message="unlock of a mutex that another thread holds" races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=26 races=some
// MODEL: trylock_ignored.model
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int x;

static void* work(void* unused) {
  pthread_mutex_trylock(&mutex);
  x = 1;
  pthread_mutex_unlock(&mutex);  // FINDING
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_mutex_lock(&mutex);
  x = 2;
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
