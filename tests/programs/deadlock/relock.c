// SPDX-License-Identifier: Apache-2.0
//
// A plain mutex taken twice by the same thread.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock executions=1
// MODEL: relock.model
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);  // FINDING
  return 0;
}
