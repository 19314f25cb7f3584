// SPDX-License-Identifier: Apache-2.0
//
// N threads take a ball away and put it back; somebody else may look in between.
#include "bench.h"

#ifndef N
#define N 3
#endif

shared player = 1;

static void* play(void* argument) {
  CHECK(READ(player) != 0);
  WRITE(player, 0);
  WRITE(player, NUMBER(argument) + 1);
  return 0;
}

int main(void) {
  pthread_t threads[N];
  start_all(threads, N, play);
  join_all(threads, N);
  return 0;
}
