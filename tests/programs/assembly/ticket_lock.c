// SPDX-License-Identifier: Apache-2.0
//
// xadd draws a ticket. Who waits for its turn reads a counter that a locked increment moves on.
//
// HEDDLE: strategy=default verdict=clean
// HEDDLE: strategy=dfs verdict=clean flags=-DONCE
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static uint16_t next, serving;
static int counter;

static uint16_t now_serving(void) {
  uint16_t seen = 0;
  __asm__ volatile("lock; xaddw %w0, %1" : "+r"(seen), "+m"(serving) : : "memory", "cc");
  return seen;
}

static void* work(void* unused) {
  uint16_t ticket = 1;
  __asm__ volatile("lock xaddw %0, %1" : "+r"(ticket), "+m"(next) : : "memory", "cc");
#ifdef ONCE
  if (now_serving() != ticket) return unused;
#else
  while (now_serving() != ticket) __asm__ volatile("rep; nop" : : : "memory");
#endif
  counter++;
  __asm__ volatile("lock; incw %0" : "+m"(serving) : : "memory", "cc");
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, work, NULL);
  pthread_create(&two, NULL, work, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(next == 2);
#ifndef ONCE
  assert(counter == 2);
#endif
  return 0;
}
