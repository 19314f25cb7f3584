// SPDX-License-Identifier: Apache-2.0
//
// pthread_detach is an operation; a detached thread is cut like any other when main returns.
//
// HEDDLE: strategy=dfs verdict=finding kind=data-race executions=10
// MODEL: detached.model
#include <pthread.h>
#include <stddef.h>

int x;

static void* work(void* unused) {
  x = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_detach(thread);
  x = 2;
  return 0;
}
