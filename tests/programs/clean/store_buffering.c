// SPDX-License-Identifier: Apache-2.0
//
// Under sequential consistency at least one of the two threads sees the other's store. The second read in main
// happens only if the first does not settle the question.
//
// HEDDLE: strategy=dfs verdict=finding kind=data-race executions=251
// MODEL: store_buffering.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int x, y, seen_by_first, seen_by_second;
static void* first(void* unused) {
  x = 1;
  seen_by_first = y;
  return unused;
}

static void* second(void* unused) {
  y = 1;
  seen_by_second = x;
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(seen_by_first == 1 || seen_by_second == 1);
  return 0;
}
