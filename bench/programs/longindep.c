// SPDX-License-Identifier: Apache-2.0
//
// Threads that share little for ten rounds and meet at the end; N / 2 of them.
#include "bench.h"

#ifndef N
#define N 4
#endif

shared meeting, x[N + 1];

static void* work(void* argument) {
  int me = 2 * NUMBER(argument);
  for (int i = 0; i < 10; i++) {
    ADD(x[me], 1);
    (void)READ(x[me + 1]);
  }
  ADD(meeting, 1);
  return 0;
}

int main(void) {
  pthread_t threads[N / 2];
  start_all(threads, N / 2, work);
  join_all(threads, N / 2);
  return 0;
}
