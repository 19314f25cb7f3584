// SPDX-License-Identifier: Apache-2.0
//
// Increments by a loop around cmpxchg: none is lost.
//
// HEDDLE: strategy=default verdict=clean
// HEDDLE: strategy=dfs verdict=clean
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static unsigned long x;

static void* work(void* unused) {
  unsigned long seen, old;
  __asm__ volatile("movq %1, %0" : "=r"(seen) : "m"(x) : "memory");
  do {
    old = seen;
    __asm__ volatile("lock; cmpxchgq %2, %1" : "+a"(seen), "+m"(x) : "r"(old + 1) : "memory", "cc");
  } while (seen != old);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, work, NULL);
  pthread_create(&two, NULL, work, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(x == 2);
  return 0;
}
