// SPDX-License-Identifier: Apache-2.0
//
// N threads in a row: each works on five values if the one before it has.
#include "bench.h"

#ifndef N
#define N 2
#endif

shared is_done[N + 1], values[5];

static void* work(void* argument) {
  int me = NUMBER(argument);
  if (READ(is_done[me]) == 1) {
    for (int i = 0; i < 5; i++) {
      int seen = READ(values[i]);
      WRITE(values[i], seen + 1);
    }
    WRITE(is_done[me + 1], 1);
  }
  return 0;
}

int main(void) {
  pthread_t threads[N];
  WRITE(is_done[0], 1);
  start_all(threads, N, work);
  join_all(threads, N);
  return 0;
}
