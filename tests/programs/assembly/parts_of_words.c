// SPDX-License-Identifier: Apache-2.0
//
// Bytes beside each other: a change of one does not meet that of the other, of a word that covers both it does. A part that
// overflows leaves its neighbours alone.
//
// HEDDLE: strategy=default verdict=clean
// HEDDLE: strategy=dfs verdict=clean
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-DWIDE
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DWIDE
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static union {
  uint8_t bytes[4];
  uint16_t halves[2];
  uint32_t word;
} part = {{0xff, 1, 2, 3}};

static void* first(void* unused) {
  __asm__ volatile("incb %0" : "+m"(part.bytes[0]) : : "memory", "cc");
  return unused;
}

static void* second(void* unused) {
#ifdef WIDE
  __asm__ volatile("orl $0x8000, %0" : "+m"(part.word) : : "memory", "cc");
#else
  __asm__ volatile("orb $0x80, %0" : "+m"(part.bytes[1]) : : "memory", "cc");
#endif
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  uint16_t sum = 0xff00;
  __asm__ volatile("lock xaddw %0, %1" : "+r"(sum), "+m"(part.halves[1]) : : "memory", "cc");
  assert(part.bytes[0] == 0);  // FINDING
  assert(part.bytes[1] == 0x81 && part.bytes[2] == 2 && part.bytes[3] == 2);
  assert(sum == 0x0302);
  return 0;
}
