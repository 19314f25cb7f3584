// SPDX-License-Identifier: Apache-2.0
//
// T threads, each one pass of bubble sort over N numbers, without any lock.
#include "bench.h"

#ifndef N
#define N 3
#endif
#ifndef T
#define T 2
#endif

shared numbers[N];

static void* pass(void* unused) {
  for (int at = 0; at + 1 < N; at++) {
    int left = READ(numbers[at]), right = READ(numbers[at + 1]);
    if (left > right) {
      WRITE(numbers[at], right);
      WRITE(numbers[at + 1], left);
    }
  }
  return 0;
}

int main(void) {
  pthread_t threads[T];
  for (int at = 0; at < N; at++) WRITE(numbers[at], N - at);
  start_all(threads, T, pass);
  join_all(threads, T);
  int sum = 0;
  for (int at = 0; at < N; at++) sum += READ(numbers[at]);
  CHECK(sum == N * (N + 1) / 2);
  return 0;
}
