// SPDX-License-Identifier: Apache-2.0
//
// N deposits under a lock.
#include "bench.h"

#ifndef N
#define N 2
#endif

shared balance;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* deposit(void* unused) {
  pthread_mutex_lock(&lock);
  int seen = READ(balance);
  WRITE(balance, seen + 1);
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t threads[N];
  start_all(threads, N, deposit);
  join_all(threads, N);
  CHECK(READ(balance) == N);
  return 0;
}
