// SPDX-License-Identifier: Apache-2.0
//
// One thread writes twenty values and a flag; N others read them if the flag is set.
#include "bench.h"

#ifndef N
#define N 2
#endif

shared is_ready, values[20];

static void* send(void* unused) {
  for (int i = 0; i < 20; i++) WRITE(values[i], i + 1);
  WRITE(is_ready, 1);
  return 0;
}

static void* receive(void* unused) {
  if (READ(is_ready) == 1) {
    for (int i = 0; i < 20; i++) CHECK(READ(values[i]) == i + 1);
  }
  return 0;
}

int main(void) {
  pthread_t sender, threads[N];
  START(sender, send, 0);
  start_all(threads, N, receive);
  JOIN(sender);
  join_all(threads, N);
  return 0;
}
