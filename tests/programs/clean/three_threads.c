// SPDX-License-Identifier: Apache-2.0
//
// Three threads with one store each.
//
// HEDDLE: strategy=dfs verdict=finding kind=data-race executions=1121
// MODEL: three_threads.model
#include <pthread.h>
#include <stddef.h>

int x;

static void* work(void* unused) {
  x = 1;
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  return 0;
}
