// SPDX-License-Identifier: Apache-2.0
//
// Three threads change a counter N times each, by reading and writing: by 1, -1 and -2.
#include "bench.h"

#ifndef N
#define N 2
#endif

shared counter;

static void* count(void* argument) {
  int step = NUMBER(argument) == 0 ? 1 : -NUMBER(argument);
  for (int i = 0; i < N; i++) {
    int seen = READ(counter);
    WRITE(counter, seen + step);
  }
  return 0;
}

int main(void) {
  pthread_t threads[3];
  start_all(threads, 3, count);
  join_all(threads, 3);
  return 0;
}
