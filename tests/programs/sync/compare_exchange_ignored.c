// SPDX-License-Identifier: Apache-2.0
//
// Nobody looks whether the compare-exchange succeeded.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=4
// MODEL: compare_exchange_ignored.model
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

_Atomic int x;

static void* work(void* unused) {
  int seen = atomic_load(&x);
  atomic_compare_exchange_strong(&x, &seen, seen + 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  atomic_fetch_add(&x, 1);
  pthread_join(thread, NULL);
  assert(x == 2);  // FINDING
  return 0;
}
