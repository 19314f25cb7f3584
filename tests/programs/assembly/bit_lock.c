// SPDX-License-Identifier: Apache-2.0
//
// Bit 5 of a word is a lock: the carry of bts tells whether it was free, btr frees it. The other bits belong to others. Without
// the prefix, both may find it free.
//
// HEDDLE: strategy=default verdict=clean
// HEDDLE: strategy=dfs verdict=clean
// HEDDLE: strategy=default verdict=finding kind=assertion,data-race flags=-DLOCK= races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion,data-race flags=-DLOCK= races=some
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef LOCK
#define LOCK "lock; "
#endif

static uint32_t word = 1;
static int inside, entered;

static void* work(void* unused) {
  bool was_set;
  __asm__ volatile(LOCK "btsl $5, %0; setc %1" : "+m"(word), "=q"(was_set) : : "memory", "cc");
  if (was_set) return unused;
  assert(++inside == 1);
  entered++;
  inside--;
  __asm__ volatile(LOCK "btrl %1, %0" : "+m"(word) : "r"(5) : "memory", "cc");
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, work, NULL);
  pthread_create(&two, NULL, work, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(entered >= 1 && word == 1);
  return 0;
}
