// SPDX-License-Identifier: Apache-2.0
//
// A writer of N values; three readers fold everything they saw into a number that stays alive.
// -DSPLIT: main checks after each read; -DDEAD: every reader checks for itself and tells nobody.
#include "bench.h"

#ifndef N
#define N 2
#endif

shared x, sums[3];

static void* write_x(void* unused) {
  for (int i = 0; i < N; i++) WRITE(x, i + 1);
  return 0;
}

static void* fold(void* argument) {
  int sum = 0;
  for (int i = 0; i < N; i++) {
    int seen = READ(x);
    sum = sum * 7 + seen;
  }
#ifdef DEAD
  CHECK(sum >= 0);
  (void)argument;
#else
  WRITE(sums[NUMBER(argument)], sum);
#endif
  return 0;
}

int main(void) {
  pthread_t writer, threads[3];
  START(writer, write_x, 0);
  start_all(threads, 3, fold);
  JOIN(writer);
  join_all(threads, 3);
#if defined(SPLIT)
  for (int i = 0; i < 3; i++) CHECK(READ(sums[i]) >= 0);
#elif !defined(DEAD)
  int first = READ(sums[0]), second = READ(sums[1]), third = READ(sums[2]);
  CHECK((first >= 0) & (second >= 0) & (third >= 0));
#endif
  return 0;
}
