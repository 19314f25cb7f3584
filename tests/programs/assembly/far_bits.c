// SPDX-License-Identifier: Apache-2.0
//
// A bit number in a register reaches beyond the word: bits 3 and 67 of an array are in different words, bit -1 is in the one before.
// Changes of different words do not meet, those of one word do.
//
// HEDDLE: strategy=default verdict=clean
// HEDDLE: strategy=dfs verdict=clean
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-DOTHER=60
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DOTHER=60
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef OTHER
#define OTHER 67
#endif

static uint64_t words[3];

static void set(long bit) { __asm__ volatile("btsq %1, %0" : "+m"(words[1]) : "r"(bit) : "memory", "cc"); }

static void* first(void* unused) {
  set(3);
  return unused;
}

static void* second(void* unused) {
  set(OTHER);
  return unused;
}

int main(void) {
  pthread_t one, two;
  set(-1);
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(words[0] == 1ul << 63);
  assert(words[1] & 8);  // FINDING
  assert(words[1 + OTHER / 64] & 1ul << OTHER % 64);  // FINDING
  return 0;
}
