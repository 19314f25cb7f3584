// SPDX-License-Identifier: Apache-2.0
//
// Peterson's algorithm for two threads, once each; waiting is an assumption.
#include "bench.h"

shared wants[2], turn, inside;

static void* enter(void* argument) {
  int me = NUMBER(argument), other = 1 - me;
  WRITE(wants[me], 1);
  WRITE(turn, other);
  if (READ(wants[other])) ASSUME(READ(turn) != other || READ(wants[other]) == 0);
  WRITE(inside, me);
  CHECK(READ(inside) == me);
  WRITE(wants[me], 0);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  start_all(threads, 2, enter);
  join_all(threads, 2);
  return 0;
}
