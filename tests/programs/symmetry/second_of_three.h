// SPDX-License-Identifier: Apache-2.0
//
// Three alike threads. The second of them to come meets somebody, in few interleavings, which executions at random hardly
// do. Who takes them for each other sees only one of the three there; whichever that is, it passes for one value of FAILS.
#pragma once
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef OTHER_HALF
#define FAILS 1
#else
#define FAILS 0
#endif

static void meet(void);

enum { kRounds = 300 };
static atomic_int came, gate;

static void* work(void* unused) {
  if (atomic_fetch_add(&came, 1) == 1 && gate == kRounds / 2) meet();
  return unused;
}

static void* count(void* unused) {
  for (int i = 1; i <= kRounds; i++) gate = i;
  return unused;
}

int main(void) {
  pthread_t threads[4];
  pthread_create(&threads[3], NULL, count, NULL);
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  return 0;
}
