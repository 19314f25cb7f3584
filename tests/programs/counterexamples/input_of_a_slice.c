// SPDX-License-Identifier: Apache-2.0
//
// The write to x belongs to what decides the assertion, and so does what was written there: the read of y before it.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=2855
// MODEL: input_of_a_slice.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

_Atomic int x, y;

static void* pass(void* unused) {
  int r = y;
  x = r;
  return unused;
}

static void* check(void* unused) {
  assert(x == 0);  // FINDING
  return unused;
}

static void* write(void* unused) {
  y = 1;
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, pass, NULL);
  pthread_create(&threads[1], NULL, check, NULL);
  pthread_create(&threads[2], NULL, write, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  pthread_join(threads[2], NULL);
  return 0;
}
