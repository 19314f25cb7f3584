// SPDX-License-Identifier: Apache-2.0
//
// N philosophers with N forks, each the left one first; with -DFIXED the last one the right one first.
#include "bench.h"

#ifndef N
#define N 3
#endif

shared meals[N];
pthread_mutex_t forks[N];

static void* eat(void* argument) {
  int me = NUMBER(argument), left = me, right = (me + 1) % N;
#ifdef FIXED
  if (me == N - 1) {
    left = right;
    right = me;
  }
#endif
  pthread_mutex_lock(&forks[left]);
  pthread_mutex_lock(&forks[right]);
  int seen = READ(meals[me]);
  WRITE(meals[me], seen + 1);
  pthread_mutex_unlock(&forks[right]);
  pthread_mutex_unlock(&forks[left]);
  return 0;
}

int main(void) {
  pthread_t threads[N];
  start_all(threads, N, eat);
  join_all(threads, N);
  return 0;
}
