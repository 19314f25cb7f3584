// SPDX-License-Identifier: Apache-2.0
//
// NR readers and NW writers; the first reader locks the writers out, by compare-exchange.
#include "bench.h"

#ifndef NR
#define NR 2
#endif
#ifndef NW
#define NW 1
#endif

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int reading;
shared taken, x;

static void take(void) {
  int expected = 0;
  ASSUME(atomic_compare_exchange_strong(&taken, &expected, 1));
}

static void* read_x(void* unused) {
  pthread_mutex_lock(&lock);
  if (++reading == 1) take();
  pthread_mutex_unlock(&lock);
  int once = READ(x), again = READ(x);
  CHECK(once == again);
  pthread_mutex_lock(&lock);
  if (--reading == 0) WRITE(taken, 0);
  pthread_mutex_unlock(&lock);
  return 0;
}

static void* write_x(void* argument) {
  take();
  WRITE(x, NUMBER(argument) + 1);
  WRITE(x, NUMBER(argument) + 11);
  WRITE(taken, 0);
  return 0;
}

int main(void) {
  pthread_t readers[NR], writers[NW];
  start_all(readers, NR, read_x);
  start_all(writers, NW, write_x);
  join_all(readers, NR);
  join_all(writers, NW);
  return 0;
}
