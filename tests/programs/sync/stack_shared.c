// SPDX-License-Identifier: Apache-2.0
//
// A local variable is no shared memory until another thread gets its address: then every access to it is an
// operation.
//
// HEDDLE: strategy=dfs verdict=finding kind=data-race executions=4
// MODEL: stack_shared.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void* work(void* argument) {
  int* shared = argument;
  *shared = *shared + 1;
  return NULL;
}

int main(void) {
  int shared = 0;
  pthread_t thread;
  pthread_create(&thread, NULL, work, &shared);
  shared = 5;
  pthread_join(thread, NULL);
  assert(shared != 0);
  return 0;
}
