// SPDX-License-Identifier: Apache-2.0
//
// An execution whose assumption does not hold is dropped: the assertion behind it cannot fail.
//
// HEDDLE: strategy=dfs verdict=finding kind=data-race executions=28
// MODEL: assume.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#include <heddle/heddle.h>

int x;
static void* first(void* unused) {
  x = 1;
  return unused;
}

static void* second(void* unused) {
  int seen = x;
  heddle_assume(seen == 1);
  assert(seen == 1);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
