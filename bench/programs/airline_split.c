// SPDX-License-Identifier: Apache-2.0
//
// N sellers of N - 1 seats; looking at the stop sign, counting and stopping are separate steps.
#include "bench.h"

#ifndef N
#define N 3
#endif

shared stop, sold;

static void* sell(void* unused) {
  if (READ(stop) == 0) {
    int before = READ(sold);
    WRITE(sold, before + 1);
    if (before + 1 >= N - 1) WRITE(stop, 1);
  }
  return 0;
}

int main(void) {
  pthread_t threads[N];
  start_all(threads, N, sell);
  join_all(threads, N);
  CHECK(READ(sold) <= N - 1);
  return 0;
}
