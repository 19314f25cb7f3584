// SPDX-License-Identifier: Apache-2.0
//
// Dekker's algorithm for two threads that give up after N looks.
#include "bench.h"

#ifndef N
#define N 2
#endif

shared wants[2], turn, inside;

static void* enter(void* argument) {
  int me = NUMBER(argument), other = 1 - me, is_wanted = 1;
  WRITE(wants[me], 1);
  for (int looks = 0; is_wanted != 0 && looks < N; looks++) {
    is_wanted = READ(wants[other]);
    if (is_wanted == 0) break;
    if (READ(turn) == me) continue;
    WRITE(wants[me], 0);
    int whose = other;
    for (int more = 0; whose != me && more < N; more++) whose = READ(turn);
    WRITE(wants[me], 1);
  }
  if (is_wanted == 0) {
    CHECK(READ(inside) == 0);
    WRITE(inside, 1);
    WRITE(inside, 0);
    WRITE(turn, other);
  }
  WRITE(wants[me], 0);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  start_all(threads, 2, enter);
  join_all(threads, 2);
  return 0;
}
