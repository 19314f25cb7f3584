// SPDX-License-Identifier: Apache-2.0
//
// A read-write lock is destroyed while the other thread may read, or before it does.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going output="a read-write lock is destroyed while a thread holds it" output="use of a read-write lock that was destroyed"
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=4
// MODEL: rwlock_destroyed.model
#include <pthread.h>
#include <stddef.h>

pthread_rwlock_t lock;

static void* work(void* unused) {
  pthread_rwlock_rdlock(&lock);  // FINDING
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_rwlock_init(&lock, NULL);
  pthread_create(&thread, NULL, work, NULL);
  pthread_rwlock_destroy(&lock);  // FINDING
  pthread_join(thread, NULL);
  return 0;
}
