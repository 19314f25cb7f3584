// SPDX-License-Identifier: Apache-2.0
//
// One thread looks for the last zero in N + 1 numbers while N others each write one.
#include "bench.h"

#ifndef N
#define N 10
#endif

shared numbers[N + 1];

static void* search(void* unused) {
  int at = N;
  while (READ(numbers[at]) != 0) at--;
  return 0;
}

static void* write_x(void* argument) {
  int at = NUMBER(argument), before = READ(numbers[at - 1]);
  WRITE(numbers[at], before + 1);
  return 0;
}

int main(void) {
  pthread_t threads[N + 1];
  START(threads[0], search, 0);
  for (int at = 1; at <= N; at++) START(threads[at], write_x, at);
  join_all(threads, N + 1);
  return 0;
}
