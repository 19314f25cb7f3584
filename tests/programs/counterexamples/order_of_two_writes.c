// SPDX-License-Identifier: Apache-2.0
//
// Which of two writes came last matters only to a read behind two joins, and is decided long before.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=2044
// MODEL: order_of_two_writes.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

_Atomic int x, flag;

static void* one(void* unused) {
  x = 1;
  return unused;
}

static void* two(void* unused) {
  x = 2;
  return unused;
}

static void* set(void* unused) {
  flag = 1;
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, one, NULL);
  pthread_create(&threads[1], NULL, two, NULL);
  pthread_create(&threads[2], NULL, set, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  int a = flag;
  int b = x;
  pthread_join(threads[2], NULL);
  assert(!(a == 1 && b == 1));  // FINDING
  return 0;
}
