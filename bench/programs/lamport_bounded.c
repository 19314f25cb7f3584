// SPDX-License-Identifier: Apache-2.0
//
// Lamport's fast mutual exclusion for T threads that give up after N looks.
#include "bench.h"

#ifndef T
#define T 2
#endif
#ifndef N
#define N 1
#endif

shared wants[T], x, y, inside;

static int all_gave_way(void) {
  for (int other = 0; other < T; other++) {
    int is_wanted = 1;
    for (int looks = 0; is_wanted != 0 && looks < N; looks++) is_wanted = READ(wants[other]);
    if (is_wanted != 0) return 0;
  }
  return 1;
}

static void* enter(void* argument) {
  int me = NUMBER(argument);
  WRITE(wants[me], 1);
  WRITE(x, me + 1);
  if (READ(y) != 0) {
    WRITE(wants[me], 0);
    return 0;
  }
  WRITE(y, me + 1);
  if (READ(x) != me + 1) {
    WRITE(wants[me], 0);
    if (!all_gave_way() || READ(y) != me + 1) return 0;
  }
  CHECK(READ(inside) == 0);
  WRITE(inside, 1);
  WRITE(inside, 0);
  WRITE(y, 0);
  WRITE(wants[me], 0);
  return 0;
}

int main(void) {
  pthread_t threads[T];
  start_all(threads, T, enter);
  join_all(threads, T);
  return 0;
}
