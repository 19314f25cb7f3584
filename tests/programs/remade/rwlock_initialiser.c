// SPDX-License-Identifier: Apache-2.0
//
// The static initialiser over a read-write lock lets go whoever waits for it, and takes it from whoever has it.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=default verdict=finding kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static _Atomic int writers;

static void* write_it(void* unused) {
  pthread_rwlock_wrlock(&lock);
  assert(++writers == 1);
  --writers;
  pthread_rwlock_unlock(&lock);
  return unused;
}
static void* renew(void* unused) {
  lock = (pthread_rwlock_t)PTHREAD_RWLOCK_INITIALIZER;
  return write_it(unused);
}

static void start(void* (*one)(void*), void* (*other)(void*)) {
  pthread_t first, second;
  pthread_create(&first, NULL, one, NULL);
  pthread_create(&second, NULL, other, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
}

int main(void) { start(write_it, renew); }
