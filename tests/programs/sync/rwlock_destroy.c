// SPDX-License-Identifier: Apache-2.0
//
// A read-write lock is destroyed when nobody uses it any more.
//
// HEDDLE: strategy=dfs verdict=clean executions=6
// MODEL: rwlock_destroy.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_rwlock_t lock;
int x;

static void* work(void* unused) {
  pthread_rwlock_wrlock(&lock);
  x++;
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_rwlock_init(&lock, NULL);
  pthread_create(&thread, NULL, work, NULL);
  work(NULL);
  pthread_join(thread, NULL);
  pthread_rwlock_destroy(&lock);
  assert(x == 2);
  return 0;
}
