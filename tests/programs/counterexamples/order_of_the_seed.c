// SPDX-License-Identifier: Apache-2.0
//
// A search that keeps the order of what led to a new value misses the failure: thread 'both' must read y before it
// is written, and x after 'react' has seen that.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=3293
// MODEL: order_of_the_seed.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

_Atomic int x, y;

static void* react(void* unused) {
  if (y == 2) x = 3;
  return unused;
}

static void* both(void* unused) {
  int a = y;
  int b = x;
  assert(!(a == 0 && b == 3));  // FINDING
  return unused;
}

static void* write(void* unused) {
  y = 2;
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, react, NULL);
  pthread_create(&threads[1], NULL, both, NULL);
  pthread_create(&threads[2], NULL, write, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  pthread_join(threads[2], NULL);
  return 0;
}
