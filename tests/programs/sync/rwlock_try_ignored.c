// SPDX-License-Identifier: Apache-2.0
//
// Nobody looks whether the attempt to write-lock succeeded.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion message="unlock of a read-write lock that the thread does not hold" races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=26 races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=26 flags=-DREAD races=some
// MODEL: rwlock_try_ignored.model
#include <pthread.h>
#include <stddef.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int x;

static void* work(void* unused) {
#ifdef READ
  pthread_rwlock_tryrdlock(&lock);
#else
  pthread_rwlock_trywrlock(&lock);
#endif
  x = 1;
  pthread_rwlock_unlock(&lock);  // FINDING
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_rwlock_wrlock(&lock);
  x = 2;
  pthread_rwlock_unlock(&lock);
  pthread_join(thread, NULL);
  return 0;
}
