// SPDX-License-Identifier: Apache-2.0
//
// Dekker's algorithm for two threads, at most K attempts; waiting is an assumption.
#include "bench.h"

#ifndef K
#define K 2
#endif

shared wants[2], turn, inside;

static void* enter(void* argument) {
  int me = NUMBER(argument), other = 1 - me, attempt;
  WRITE(wants[me], 1);
  for (attempt = 0; attempt < K; attempt++) {
    if (!READ(wants[other])) break;
    if (READ(turn) != me) {
      WRITE(wants[me], 0);
      ASSUME(READ(turn) == me);
      WRITE(wants[me], 1);
    }
  }
  ASSUME(attempt < K);
  WRITE(inside, me);
  CHECK(READ(inside) == me);
  WRITE(turn, other);
  WRITE(wants[me], 0);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  start_all(threads, 2, enter);
  join_all(threads, 2);
  return 0;
}
