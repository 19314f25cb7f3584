// SPDX-License-Identifier: Apache-2.0
//
// Lamport's bakery for N threads, each in the critical section once; waiting is an assumption.
#include "bench.h"

#ifndef N
#define N 2
#endif

shared choosing[N], ticket[N], inside;

static void* enter(void* argument) {
  int me = NUMBER(argument), highest = 0;
  WRITE(choosing[me], 1);
  for (int other = 0; other < N; other++) {
    int seen = READ(ticket[other]);
    if (seen > highest) highest = seen;
  }
  int mine = highest + 1;
  WRITE(ticket[me], mine);
  WRITE(choosing[me], 0);
  for (int other = 0; other < N; other++) {
    if (other == me) continue;
    ASSUME(READ(choosing[other]) == 0);
    int seen = READ(ticket[other]);
    ASSUME(seen == 0 || seen > mine || (seen == mine && other > me));
  }
  WRITE(inside, me);
  CHECK(READ(inside) == me);
  WRITE(ticket[me], 0);
  return 0;
}

int main(void) {
  pthread_t threads[N];
  start_all(threads, N, enter);
  join_all(threads, N);
  return 0;
}
