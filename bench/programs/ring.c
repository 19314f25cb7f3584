// SPDX-License-Identifier: Apache-2.0
//
// N threads in a ring: each writes its own variable and reads its neighbour's.
// -DOUT: it also writes down what it saw, and main checks that.
#include "bench.h"

#ifndef N
#define N 4
#endif

shared x[N], seen[N];

static void* pass(void* argument) {
  int me = NUMBER(argument);
  WRITE(x[me], 1);
  int other = READ(x[(me + 1) % N]);
#ifdef OUT
  WRITE(seen[me], other + 1);
#else
  CHECK(other < 2);
#endif
  return 0;
}

int main(void) {
  pthread_t threads[N];
  start_all(threads, N, pass);
  join_all(threads, N);
#ifdef OUT
  for (int i = 0; i < N; i++) CHECK(READ(seen[i]) > 0);
#endif
  return 0;
}
