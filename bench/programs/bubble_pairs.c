// SPDX-License-Identifier: Apache-2.0
//
// N threads, each compares and swaps one pair of neighbours, without any lock.
#include "bench.h"

#ifndef N
#define N 3
#endif

shared numbers[N + 1];

static void* swap(void* argument) {
  int at = NUMBER(argument);
  int left = READ(numbers[at]), right = READ(numbers[at + 1]);
  if (left > right) {
    WRITE(numbers[at], right);
    WRITE(numbers[at + 1], left);
  }
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (int at = 0; at <= N; at++) WRITE(numbers[at], N - at);
  start_all(threads, N, swap);
  join_all(threads, N);
  return 0;
}
