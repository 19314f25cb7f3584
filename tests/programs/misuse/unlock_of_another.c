// SPDX-License-Identifier: Apache-2.0
//
// Only the thread that locked a mutex may unlock it; on a normal mutex anything else is undefined behaviour.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion message="unlock of a mutex that another thread holds"
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=1
// MODEL: unlock_of_another.model
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* work(void* unused) {
  pthread_mutex_unlock(&mutex);  // FINDING
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  pthread_mutex_unlock(&mutex);
  return 0;
}
