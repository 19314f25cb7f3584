// SPDX-License-Identifier: Apache-2.0
//
// The assumption leaves an execution in that breaks the assertion.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=10 races=some
// MODEL: assume_too_weak.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#include <heddle/heddle.h>

int x;

static void* work(void* unused) {
  x = 1;
  x = 2;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  int seen = x;
  heddle_assume(seen != 0);
  assert(seen == 2);  // FINDING
  pthread_join(thread, NULL);
  return 0;
}
