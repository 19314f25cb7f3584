// SPDX-License-Identifier: Apache-2.0
//
// A spin lock is set free by a plain store.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=default verdict=finding kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_spinlock_t lock;
static _Atomic int inside;

static void* hold(void* unused) {
  pthread_spin_lock(&lock);
  assert(++inside == 1);  // FINDING
  --inside;
  pthread_spin_unlock(&lock);  // FINDING
  return unused;
}
static void* clear(void* unused) {
  *(volatile int*)&lock = 0;
  return hold(unused);
}

static void start(void* (*one)(void*), void* (*other)(void*)) {
  pthread_t first, second;
  pthread_create(&first, NULL, one, NULL);
  pthread_create(&second, NULL, other, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
}

int main(void) {
  pthread_spin_init(&lock, 0);
  start(hold, clear);
}
