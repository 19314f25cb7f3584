// SPDX-License-Identifier: Apache-2.0
//
// N writers of different values and one thread that reads twice.
#include "bench.h"

#ifndef N
#define N 4
#endif

shared x;

static void* write_x(void* argument) {
  WRITE(x, NUMBER(argument) + 1);
  return 0;
}

static void* read_x(void* unused) {
  int once = READ(x), again = READ(x);
  CHECK((once < 99) | (again < 99));
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
