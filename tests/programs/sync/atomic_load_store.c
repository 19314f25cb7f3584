// SPDX-License-Identifier: Apache-2.0
//
// A load and a store are atomic each, but not together.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=4
// MODEL: atomic_load_store.model
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

_Atomic int x;

static void* work(void* unused) {
  atomic_store(&x, atomic_load(&x) + 1);
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
