// SPDX-License-Identifier: Apache-2.0
//
// A store makes a spin lock look taken, by nobody: whoever comes later waits for ever.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock,assertion
// HEDDLE: strategy=default verdict=finding kind=deadlock,assertion
#include <pthread.h>
#include <stddef.h>

static pthread_spinlock_t lock;

static void* hold(void* unused) {
  pthread_spin_lock(&lock);  // FINDING
  pthread_spin_unlock(&lock);  // FINDING
  return unused;
}
static void* spoil(void* unused) {
  *(volatile int*)&lock = 0x7fffffff;
  return unused;
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
  start(hold, spoil);
}
