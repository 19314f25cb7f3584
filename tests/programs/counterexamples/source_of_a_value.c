// SPDX-License-Identifier: Apache-2.0
//
// Two threads write the same value. Only if 'react' reads that of 'other' can 'first' still read 7.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=23139
// MODEL: source_of_a_value.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

_Atomic int x, y, q;

static void* react(void* unused) {
  if (x == 1) y = 7;
  return unused;
}

static void* first(void* unused) {
  int r = y;
  x = 1;
  return (void*)(long)r;
}

static void* other(void* unused) {
  q = 1;
  q = 2;
  x = 1;
  return unused;
}

int main(void) {
  pthread_t threads[3];
  void* results[3];
  pthread_create(&threads[0], NULL, react, NULL);
  pthread_create(&threads[1], NULL, first, NULL);
  pthread_create(&threads[2], NULL, other, NULL);
  pthread_join(threads[0], &results[0]);
  pthread_join(threads[1], &results[1]);
  pthread_join(threads[2], &results[2]);
  assert(results[1] != (void*)7);  // FINDING
  return 0;
}
