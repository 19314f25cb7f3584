// SPDX-License-Identifier: Apache-2.0
//
// N sellers of N - 1 seats look at the stop sign before they sell, not while.
#include "bench.h"

#ifndef N
#define N 3
#endif
#define SEATS (N - 1)

shared sold, stop;

static void* sell(void* unused) {
  if (!READ(stop)) {
    int number = ADD(sold, 1) + 1;
    if (number >= SEATS) WRITE(stop, 1);
  }
  return 0;
}

int main(void) {
  pthread_t threads[N];
  start_all(threads, N, sell);
  join_all(threads, N);
  CHECK(READ(sold) <= SEATS);
  return 0;
}
