// SPDX-License-Identifier: Apache-2.0
//
// Retry loops survive a compare-exchange that fails although it fits.
//
// HEDDLE: strategy=dfs verdict=clean executions=10
// HEDDLE: strategy=dfs verdict=clean options=--weak-cas=fail executions=110 output="weak compare-exchanges that may fail"
// MODEL: weak_cas_loop.model
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

_Atomic int x;

static void* work(void* unused) {
  int seen = atomic_load(&x);
  while (!atomic_compare_exchange_weak(&x, &seen, seen + 1)) {
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  work(NULL);
  pthread_join(thread, NULL);
  assert(x == 2);
  return 0;
}
