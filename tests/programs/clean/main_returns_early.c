// SPDX-License-Identifier: Apache-2.0
//
// main does not wait: its return cuts the other thread, wherever that is.
//
// HEDDLE: strategy=dfs verdict=finding kind=data-race executions=20
// MODEL: main_returns_early.model
#include <pthread.h>
#include <stddef.h>

int x;

static void* work(void* unused) {
  x = 1;
  x = 2;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  x = 3;
  x = 4;
  return 0;
}
