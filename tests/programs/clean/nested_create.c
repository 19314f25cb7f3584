// SPDX-License-Identifier: Apache-2.0
//
// A thread creates and joins another one while main works.
//
// HEDDLE: strategy=dfs verdict=finding kind=data-race executions=7
// MODEL: nested_create.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int x;

static void* inner(void* unused) {
  x = 1;
  return unused;
}

static void* outer(void* unused) {
  pthread_t thread;
  pthread_create(&thread, NULL, inner, NULL);
  pthread_join(thread, NULL);
  assert(x != 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, outer, NULL);
  x = 2;
  pthread_join(thread, NULL);
  return 0;
}
