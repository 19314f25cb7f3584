// SPDX-License-Identifier: Apache-2.0
//
// Two threads do WORK rounds of arithmetic of their own, then K unprotected additions.
#include "bench.h"

#ifndef WORK
#define WORK 1000
#endif
#ifndef K
#define K 3
#endif

shared counter;

static void* work(void* argument) {
  unsigned hash = (unsigned)NUMBER(argument);
  for (int i = 0; i < WORK; i++) hash = hash * 1664525u + 1013904223u;
  for (int i = 0; i < K; i++) {
    int seen = READ(counter);
    WRITE(counter, seen + (int)(hash | 1));
  }
  return 0;
}

int main(void) {
  pthread_t threads[2];
  start_all(threads, 2, work);
  join_all(threads, 2);
  return 0;
}
