// SPDX-License-Identifier: Apache-2.0
//
// Four threads write and read a variable of their own N times and meet at the end.
#include "bench.h"

#ifndef N
#define N 100
#endif

shared meeting, x[4];

static void* work(void* argument) {
  int me = NUMBER(argument);
  for (int i = 0; i < N; i++) {
    WRITE(x[me], i);
    (void)READ(x[me]);
  }
  ADD(meeting, 1);
  return 0;
}

int main(void) {
  pthread_t threads[4];
  start_all(threads, 4, work);
  join_all(threads, 4);
  return 0;
}
