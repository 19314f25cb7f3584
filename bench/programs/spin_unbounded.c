// SPDX-License-Identifier: Apache-2.0
//
// A lock by exchange for N threads that never give up.
#include "bench.h"

#ifndef N
#define N 2
#endif

shared taken, inside;

static void* enter(void* unused) {
  while (atomic_exchange(&taken, 1) != 0) {
  }
  CHECK(READ(inside) == 0);
  WRITE(inside, 1);
  WRITE(inside, 0);
  WRITE(taken, 0);
  return 0;
}

int main(void) {
  pthread_t threads[N];
  start_all(threads, N, enter);
  join_all(threads, N);
  return 0;
}
