// SPDX-License-Identifier: Apache-2.0
//
// The number of operations of a thread depends on what it reads.
//
// HEDDLE: strategy=dfs verdict=finding kind=data-race executions=141
// MODEL: loop_with_branches.model
#include <pthread.h>
#include <stddef.h>

int x, y;
static void* first(void* unused) {
  for (int i = 0; i < 2; ++i) {
    if (x == i) y = i;
  }
  return unused;
}

static void* second(void* unused) {
  x = 1;
  x = 0;
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
