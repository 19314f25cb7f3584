// SPDX-License-Identifier: Apache-2.0
//
// One unlock too many of a read-write lock.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion message="unlock of a read-write lock that the thread does not hold"
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=1
// MODEL: rwlock_unlock.model
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_unlock(&lock);  // FINDING
  return 0;
}
