// SPDX-License-Identifier: Apache-2.0
//
// Volatile accesses are operations each time, also where the value is not used.
//
// HEDDLE: strategy=dfs verdict=finding kind=data-race executions=69
// MODEL: volatile.model
#include <pthread.h>
#include <stddef.h>

volatile int x;
static void* first(void* unused) {
  (void)x;
  (void)x;
  return unused;
}

static void* second(void* unused) {
  x = 1;
  x = 1;
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
