// SPDX-License-Identifier: Apache-2.0
//
// Nobody waits for the thread whose result is used.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=6 races=some
// MODEL: join_missing.model
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
  assert(x == 1);  // FINDING
  return 0;
}
