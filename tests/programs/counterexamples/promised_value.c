// SPDX-License-Identifier: Apache-2.0
//
// The value that 'read' gets comes from a write behind the read whose value is to change: it has to be promised.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=3079
// MODEL: promised_value.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

_Atomic int x, y;

static void* read(void* unused) {
  return (void*)(long)x;
}

static void* copy(void* unused) {
  int s = y;
  x = 1;
  return (void*)(long)s;
}

static void* write(void* unused) {
  y = 5;
  return unused;
}

int main(void) {
  pthread_t threads[3];
  void* results[3];
  pthread_create(&threads[0], NULL, read, NULL);
  pthread_create(&threads[1], NULL, copy, NULL);
  pthread_create(&threads[2], NULL, write, NULL);
  pthread_join(threads[0], &results[0]);
  pthread_join(threads[1], &results[1]);
  pthread_join(threads[2], &results[2]);
  assert(!(results[0] == (void*)1 && results[1] == (void*)5));  // FINDING
  return 0;
}
