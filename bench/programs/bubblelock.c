// SPDX-License-Identifier: Apache-2.0
//
// T threads, each one pass of bubble sort over N numbers, every comparison under one lock.
#include "bench.h"

#ifndef N
#define N 4
#endif
#ifndef T
#define T 3
#endif

int numbers[N];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* pass(void* unused) {
  for (int at = 0; at + 1 < N; at++) {
    pthread_mutex_lock(&lock);
    int left = numbers[at], right = numbers[at + 1];
    if (left > right) {
      numbers[at] = right;
      numbers[at + 1] = left;
    }
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

int main(void) {
  pthread_t threads[T];
  for (int at = 0; at < N; at++) numbers[at] = N - at;
  start_all(threads, T, pass);
  join_all(threads, T);
  for (int at = 0; at + 1 < N; at++) CHECK(numbers[at] <= numbers[at + 1]);
  return 0;
}
