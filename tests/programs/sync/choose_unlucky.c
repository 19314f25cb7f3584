// SPDX-License-Identifier: Apache-2.0
//
// One of the three values is not thought of.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=3
// MODEL: choose_unlucky.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#include <heddle/heddle.h>

int x;

static void* work(void* unused) {
  x = (int)heddle_choose(3);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  assert(x < 2);  // FINDING
  return 0;
}
