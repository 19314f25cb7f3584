// SPDX-License-Identifier: Apache-2.0
//
// Two threads that read and write two shared words ITERATIONS times: the smallest program whose executions are
// dominated by events and switches. Four events per round and thread.
#include <pthread.h>

#ifndef ITERATIONS
#define ITERATIONS 1
#endif

int left, right;

static void* run_left(void* argument) {
  for (int round = 1; round <= ITERATIONS; ++round) {
    left = round;
    int seen = right;
    left = seen + left;
  }
  return argument;
}

static void* run_right(void* argument) {
  for (int round = 1; round <= ITERATIONS; ++round) {
    right = round;
    int seen = left;
    right = seen + right;
  }
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, run_left, 0);
  pthread_create(&second, 0, run_right, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
