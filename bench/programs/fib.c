// SPDX-License-Identifier: Apache-2.0
//
// Two threads add the other's number to their own N times; main checks the largest possible.
#include "bench.h"

#ifndef N
#define N 2
#endif

shared numbers[2];

static void* add(void* argument) {
  int me = NUMBER(argument);
  for (int i = 0; i < N; i++) {
    int own = READ(numbers[me]), other = READ(numbers[1 - me]);
    WRITE(numbers[me], own + other);
  }
  return 0;
}

int main(void) {
  pthread_t threads[2];
  int before = 1, largest = 1;
  for (int i = 0; i < 2 * N; i++) {
    int next = before + largest;
    before = largest;
    largest = next;
  }
  WRITE(numbers[0], 1);
  WRITE(numbers[1], 1);
  start_all(threads, 2, add);
  join_all(threads, 2);
  int first = READ(numbers[0]), second = READ(numbers[1]);
  CHECK((first <= largest) & (second <= largest));
  return 0;
}
