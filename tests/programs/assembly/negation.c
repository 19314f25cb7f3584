// SPDX-License-Identifier: Apache-2.0
//
// A locked negation is one operation: two of them cancel out.
//
// HEDDLE: strategy=default verdict=clean
// HEDDLE: strategy=dfs verdict=clean
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-DLOCK=
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DLOCK=
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef LOCK
#define LOCK "lock "
#endif

static long x = 5;

static void* work(void* unused) {
  __asm__ volatile(LOCK "negq %0" : "+m"(x) : : "memory", "cc");
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, work, NULL);
  pthread_create(&two, NULL, work, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(x == 5);  // FINDING
  return 0;
}
