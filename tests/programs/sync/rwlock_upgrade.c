// SPDX-License-Identifier: Apache-2.0
//
// A reader that wants to write waits for itself.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock message="rwlock lock"
// HEDDLE: strategy=dfs verdict=finding kind=deadlock options=--keep-going executions=1
// MODEL: rwlock_upgrade.model
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_wrlock(&lock);  // FINDING
  return 0;
}
