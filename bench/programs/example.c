// SPDX-License-Identifier: Apache-2.0
//
// Three threads, K rounds each; from two on the assertion fails in a rare order of eight steps.
#include "bench.h"

#ifndef K
#define K 2
#endif

shared x, y;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* first(void* unused) {
  for (int round = 0; round < K; round++) {
    pthread_mutex_lock(&lock);
    WRITE(x, 1);
    WRITE(y, 1);
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

static void* second(void* unused) {
  for (int round = 0; round < K; round++) {
    pthread_mutex_lock(&lock);
    WRITE(x, 0);
    pthread_mutex_unlock(&lock);
    if (READ(x) > 0) {
      int seen = READ(y);
      WRITE(y, seen + 1);
      WRITE(x, 2);
    }
  }
  return 0;
}

static void* third(void* unused) {
  for (int round = 0; round < K; round++) {
    if (READ(x) > 1) {
      if (READ(y) == 3) {
        CHECK(0);
      } else {
        WRITE(y, 2);
      }
    }
  }
  return 0;
}

int main(void) {
  pthread_t threads[3];
  START(threads[0], first, 0);
  START(threads[1], second, 0);
  START(threads[2], third, 0);
  join_all(threads, 3);
  return 0;
}
