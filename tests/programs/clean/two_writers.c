// SPDX-License-Identifier: Apache-2.0
//
// Plain stores of two threads to two variables: every store is one operation.
//
// HEDDLE: strategy=dfs verdict=finding kind=data-race executions=69
// MODEL: two_writers.model
#include <pthread.h>
#include <stddef.h>

int x, y;
static void* first(void* unused) {
  x = 1;
  y = 1;
  return unused;
}

static void* second(void* unused) {
  y = 2;
  x = 2;
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
