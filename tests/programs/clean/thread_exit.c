// SPDX-License-Identifier: Apache-2.0
//
// pthread_exit ends a thread like its return does; its value reaches the join.
//
// HEDDLE: strategy=dfs verdict=finding kind=data-race executions=3
// MODEL: thread_exit.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int x;

static void leave(void) { pthread_exit(&x); }

static void* work(void* unused) {
  x = 1;
  leave();
  x = 2;
  return unused;
}

int main(void) {
  pthread_t thread;
  void* result = NULL;
  pthread_create(&thread, NULL, work, NULL);
  x = 3;
  pthread_join(thread, &result);
  assert(result == &x);
  return 0;
}
