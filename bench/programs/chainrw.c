// SPDX-License-Identifier: Apache-2.0
//
// N threads in a chain: each reads one variable twice and writes the next one twice.
#include "bench.h"

#ifndef N
#define N 3
#endif

shared x[N + 1];

static void* pass(void* argument) {
  int me = NUMBER(argument);
  int once = READ(x[me]), again = READ(x[me]);
  WRITE(x[me + 1], once + again + 1);
  WRITE(x[me + 1], again);
  return 0;
}

int main(void) {
  pthread_t threads[N];
  start_all(threads, N, pass);
  join_all(threads, N);
  return 0;
}
