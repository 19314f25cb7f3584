// SPDX-License-Identifier: Apache-2.0
//
// One thread counts up N times, one down, both by reading and writing.
#include "bench.h"

#ifndef N
#define N 2
#endif

shared counter;

static void* up(void* unused) {
  for (int i = 0; i < N; i++) {
    int seen = READ(counter);
    WRITE(counter, seen + 1);
  }
  return 0;
}

static void* down(void* unused) {
  for (int i = 0; i < N; i++) {
    int seen = READ(counter);
    WRITE(counter, seen - 1);
  }
  return 0;
}

int main(void) {
  pthread_t first, second;
  START(first, up, 0);
  START(second, down, 0);
  JOIN(first);
  JOIN(second);
#ifdef FINAL
  CHECK(READ(counter) != N);  // every step down may be lost
#endif
  return 0;
}
