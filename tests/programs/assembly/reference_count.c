// SPDX-License-Identifier: Apache-2.0
//
// The zero flag after a locked decrement tells who was the last one; exactly one is. Without the prefix both may be, or nobody.
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
#define LOCK "lock; "
#endif

static int references = 2, freed;

static void* work(void* unused) {
  uint8_t was_last;
  __asm__ volatile(LOCK "decl %0; sete %1" : "+m"(references), "=qm"(was_last) : : "memory", "cc");
  if (was_last) __asm__ volatile("lock incl %0" : "+m"(freed) : : "memory", "cc");
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, work, NULL);
  pthread_create(&two, NULL, work, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(freed == 1);  // FINDING
  return 0;
}
