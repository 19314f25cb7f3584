// SPDX-License-Identifier: Apache-2.0
//
// Only one of the two threads takes the atomic section: it is not interrupted, but the other one is.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=6 races=some
// MODEL: atomic_section_left.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#include <heddle/heddle.h>

int x;

static void* work(void* unused) {
  heddle_atomic_begin();
  x = x + 1;
  heddle_atomic_end();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  x = x + 1;
  pthread_join(thread, NULL);
  assert(x == 2);  // FINDING
  return 0;
}
