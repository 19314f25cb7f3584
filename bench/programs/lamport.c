// SPDX-License-Identifier: Apache-2.0
//
// Lamport's fast mutual exclusion for two threads, at most K attempts; waiting is an assumption.
#include "bench.h"

#ifndef K
#define K 2
#endif

shared x, y, wants[3], inside;

static int compete(int me) {
  WRITE(wants[me], 1);
  WRITE(x, me);
  if (READ(y) != 0) {
    WRITE(wants[me], 0);
    ASSUME(READ(y) == 0);
    return 0;
  }
  WRITE(y, me);
  if (READ(x) == me) return 1;
  WRITE(wants[me], 0);
  for (int other = 1; other <= 2; other++) ASSUME(READ(wants[other]) == 0);
  if (READ(y) == me) return 1;
  ASSUME(READ(y) == 0);
  return 0;
}

static void* enter(void* argument) {
  int me = NUMBER(argument), attempt;
  for (attempt = 0; attempt < K; attempt++) {
    if (compete(me)) break;
  }
  ASSUME(attempt < K);
  WRITE(inside, me);
  CHECK(READ(inside) == me);
  WRITE(y, 0);
  WRITE(wants[me], 0);
  return 0;
}

int main(void) {
  pthread_t first, second;
  START(first, enter, 1);
  START(second, enter, 2);
  JOIN(first);
  JOIN(second);
  return 0;
}
