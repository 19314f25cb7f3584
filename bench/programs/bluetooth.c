// SPDX-License-Identifier: Apache-2.0
//
// A driver is stopped while N threads use it (the known bug of a Bluetooth driver).
#include "bench.h"

#ifndef N
#define N 1
#endif

shared pending = 1, stopping, all_gone, stopped;

static int begin_use(void) {
  if (READ(stopping)) return 0;
  ADD(pending, 1);
  return 1;
}

static void end_use(void) {
  if (ADD(pending, -1) == 1) WRITE(all_gone, 1);
}

static void* use(void* unused) {
  if (begin_use()) CHECK(!READ(stopped));
  end_use();
  return 0;
}

static void* stop(void* unused) {
  WRITE(stopping, 1);
  end_use();
  ASSUME(READ(all_gone));
  WRITE(stopped, 1);
  return 0;
}

int main(void) {
  pthread_t stopper, threads[N];
  START(stopper, stop, 0);
  start_all(threads, N, use);
  JOIN(stopper);
  join_all(threads, N);
  return 0;
}
