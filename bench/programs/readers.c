// SPDX-License-Identifier: Apache-2.0
//
// One writer and N readers of one variable.
#include "bench.h"

#ifndef N
#define N 4
#endif

shared x;

static void* write_x(void* unused) {
  WRITE(x, 1);
  return 0;
}

static void* read_x(void* unused) {
  (void)READ(x);
  return 0;
}

int main(void) {
  pthread_t writer, threads[N];
  START(writer, write_x, 0);
  start_all(threads, N, read_x);
  JOIN(writer);
  join_all(threads, N);
  return 0;
}
