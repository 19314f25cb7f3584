// SPDX-License-Identifier: Apache-2.0
//
// A condition wait gives the mutex up, so it must be held.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion message="unlock of a mutex that nobody holds"
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=1
// MODEL: wait_without_mutex.model
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

int main(void) {
  pthread_cond_wait(&changed, &mutex);  // FINDING
  return 0;
}
