// SPDX-License-Identifier: Apache-2.0
//
// One writer and N readers, who write down what they saw.
#include "bench.h"

#ifndef N
#define N 4
#endif

shared x, seen[N];

static void* write_x(void* unused) {
  WRITE(x, 1);
  return 0;
}

static void* read_x(void* argument) {
  int me = NUMBER(argument);
  if (READ(x) == 1) {
    WRITE(seen[me], 1);
  } else {
    WRITE(seen[me], 2);
  }
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
