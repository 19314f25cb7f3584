// SPDX-License-Identifier: Apache-2.0
//
// A local whose address stays in its thread is never an operation, also if a called function writes it.
//
// HEDDLE: strategy=dfs verdict=finding kind=data-race executions=19
// MODEL: stack_private.model
#include <pthread.h>
#include <stddef.h>

int x;

__attribute__((noinline)) static void increment(int* value) { *value = *value + 1; }

static void* first(void* unused) {
  int local = 0;
  increment(&local);
  x = local;
  return unused;
}

static void* second(void* unused) {
  int local = 5;
  increment(&local);
  x = local;
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
