// SPDX-License-Identifier: Apache-2.0
//
// Two threads store L times to a variable of their own, then do K unprotected additions.
#include "bench.h"

#ifndef L
#define L 100
#endif
#ifndef K
#define K 3
#endif

shared own[2 * 16], counter;

static void* work(void* argument) {
  int me = NUMBER(argument);
  for (int i = 0; i < L; i++) WRITE(own[16 * me], i);
  for (int i = 0; i < K; i++) {
    int seen = READ(counter);
    WRITE(counter, seen + 1);
  }
  return 0;
}

int main(void) {
  pthread_t threads[2];
  start_all(threads, 2, work);
  join_all(threads, 2);
  return 0;
}
