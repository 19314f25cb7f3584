// SPDX-License-Identifier: Apache-2.0
//
// Three threads add to a counter N times each, by one instruction.
#include "bench.h"

#ifndef N
#define N 2
#endif

shared counter;

static void* count(void* unused) {
  for (int i = 0; i < N; i++) ADD(counter, 1);
  return 0;
}

int main(void) {
  pthread_t threads[3];
  start_all(threads, 3, count);
  join_all(threads, 3);
  return 0;
}
