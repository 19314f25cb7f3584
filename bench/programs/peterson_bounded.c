// SPDX-License-Identifier: Apache-2.0
//
// Peterson's algorithm for two threads, twice each, that give up after N looks.
#include "bench.h"

#ifndef N
#define N 2
#endif

shared wants[2], turn, inside;

static void* enter(void* argument) {
  int me = NUMBER(argument), other = 1 - me;
  for (int round = 0; round < 2; round++) {
    WRITE(wants[me], 1);
    WRITE(turn, other);
    int must_wait = 1;
    for (int looks = 0; must_wait != 0 && looks < N; looks++) {
      must_wait = READ(wants[other]);
      if (must_wait != 0) must_wait = READ(turn) == other;
    }
    if (must_wait == 0) {
      CHECK(READ(inside) == 0);
      WRITE(inside, 1);
      WRITE(inside, 0);
    }
    WRITE(wants[me], 0);
  }
  return 0;
}

int main(void) {
  pthread_t threads[2];
  start_all(threads, 2, enter);
  join_all(threads, 2);
  return 0;
}
