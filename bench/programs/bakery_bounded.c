// SPDX-License-Identifier: Apache-2.0
//
// Lamport's bakery for T threads that give up after N looks.
#include "bench.h"

#ifndef T
#define T 2
#endif
#ifndef N
#define N 1
#endif

shared choosing[T], ticket[T], inside;

static int await_turn(int me, int mine, int other) {
  int must_wait = 1;
  for (int looks = 0; must_wait != 0 && looks < N; looks++) must_wait = READ(choosing[other]);
  if (must_wait != 0) return 0;
  must_wait = 1;
  for (int looks = 0; must_wait != 0 && looks < N; looks++) {
    int theirs = READ(ticket[other]);
    must_wait = theirs != 0 && (theirs < mine || (theirs == mine && other < me));
  }
  return must_wait == 0;
}

static void* enter(void* argument) {
  int me = NUMBER(argument), mine = 0, has_turn = 1;
  WRITE(choosing[me], 1);
  for (int other = 0; other < T; other++) {
    int seen = READ(ticket[other]);
    if (seen > mine) mine = seen;
  }
  mine++;
  WRITE(ticket[me], mine);
  WRITE(choosing[me], 0);
  for (int other = 0; other < T && has_turn; other++) {
    if (other != me) has_turn = await_turn(me, mine, other);
  }
  if (has_turn) {
    CHECK(READ(inside) == 0);
    WRITE(inside, 1);
    WRITE(inside, 0);
  }
  WRITE(ticket[me], 0);
  return 0;
}

int main(void) {
  pthread_t threads[T];
  start_all(threads, T, enter);
  join_all(threads, T);
  return 0;
}
