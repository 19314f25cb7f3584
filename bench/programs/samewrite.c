// SPDX-License-Identifier: Apache-2.0
//
// N writers of the same value and one reader.
#include "bench.h"

#ifndef N
#define N 4
#endif

shared x;

static void* write_x(void* unused) {
  WRITE(x, 1);
  return 0;
}

static void* read_x(void* unused) {
  (void)READ(x);
  return 0;
}

int main(void) {
  pthread_t reader, threads[N];
  start_all(threads, N, write_x);
  START(reader, read_x, 0);
  join_all(threads, N);
  JOIN(reader);
  return 0;
}
