// SPDX-License-Identifier: Apache-2.0
//
// N deposits that read and write the balance without a lock: one is lost.
#include "bench.h"

#ifndef N
#define N 2
#endif

shared balance;

static void* deposit(void* unused) {
  int seen = READ(balance);
  WRITE(balance, seen + 1);
  return 0;
}

int main(void) {
  pthread_t threads[N];
  start_all(threads, N, deposit);
  join_all(threads, N);
  CHECK(READ(balance) == N);
  return 0;
}
