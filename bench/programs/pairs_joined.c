// SPDX-License-Identifier: Apache-2.0
//
// N pairs of a writer and a reader that copies; main checks every copy.
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
  int me = NUMBER(argument), seen = READ(x[me]);
  WRITE(copy[me], seen + 1);
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
  for (int i = 0; i < N; i++) {
    int seen = READ(copy[i]);
    CHECK((seen == 1) | (seen == 2));
  }
  return 0;
}
