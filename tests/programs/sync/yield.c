// SPDX-License-Identifier: Apache-2.0
//
// sched_yield is an operation and forbids nothing.
//
// HEDDLE: strategy=dfs verdict=finding kind=data-race executions=55
// MODEL: yield.model
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

int x;
static void* first(void* unused) {
  x = 1;
  sched_yield();
  x = 2;
  return unused;
}

static void* second(void* unused) {
  x = 3;
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
