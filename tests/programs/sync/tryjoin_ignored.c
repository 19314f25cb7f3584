// SPDX-License-Identifier: Apache-2.0
//
// A try to join that failed is taken for a join.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=10 races=some
// MODEL: tryjoin_ignored.model
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int x;

static void* work(void* unused) {
  x = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_tryjoin_np(thread, NULL);
  assert(x == 1);  // FINDING
  return 0;
}
