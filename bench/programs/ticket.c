// SPDX-License-Identifier: Apache-2.0
//
// A ticket lock for N threads that give up after three looks.
#include "bench.h"

#ifndef N
#define N 2
#endif

shared next, serving, inside;

static void* enter(void* unused) {
  int mine = ADD(next, 1), is_served = 0;
  for (int looks = 0; looks < 3 && !is_served; looks++) is_served = READ(serving) == mine;
  if (is_served) {
    CHECK(READ(inside) == 0);
    WRITE(inside, 1);
    WRITE(inside, 0);
    WRITE(serving, mine + 1);
  }
  return 0;
}

int main(void) {
  pthread_t threads[N];
  start_all(threads, N, enter);
  join_all(threads, N);
  return 0;
}
