// SPDX-License-Identifier: Apache-2.0
//
// N pairs of a writer and a thread that reads twice and writes what it saw.
#include "bench.h"

#ifndef N
#define N 2
#endif

shared x[N], copy[N];

static void* write_x(void* argument) {
  WRITE(x[NUMBER(argument)], 1);
  return 0;
}

static void* read_x(void* argument) {
  int me = NUMBER(argument);
  int once = READ(x[me]);
  WRITE(copy[me], once + 1);
  int again = READ(x[me]);
  WRITE(copy[me], once + again);
  return 0;
}

int main(void) {
  pthread_t writers[N], readers[N];
  for (int i = 0; i < N; i++) {
    START(writers[i], write_x, i);
    START(readers[i], read_x, i);
  }
  join_all(writers, N);
  join_all(readers, N);
  return 0;
}
