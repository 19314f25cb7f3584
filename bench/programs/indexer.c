// SPDX-License-Identifier: Apache-2.0
//
// N threads insert four words each into a hash table by compare-exchange; from 12 on they collide.
#include "bench.h"

#ifndef N
#define N 12
#endif
#define SIZE 128
#define WORDS 4

shared table[SIZE];

static void* insert(void* argument) {
  int me = NUMBER(argument);
  for (int count = 1; count <= WORDS; count++) {
    int word = count * 11 + me, at = word * 7 % SIZE;
    for (;;) {
      int expected = 0;
      if (atomic_compare_exchange_strong(&table[at], &expected, word)) break;
      at = (at + 1) % SIZE;
    }
  }
  return 0;
}

int main(void) {
  pthread_t threads[N];
  start_all(threads, N, insert);
  join_all(threads, N);
  return 0;
}
