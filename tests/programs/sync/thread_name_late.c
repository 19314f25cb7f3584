// SPDX-License-Identifier: Apache-2.0
//
// A thread begins with the name of its creator, and may ask before it is given its own.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=4
// MODEL: thread_name_late.model
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void* work(void* unused) {
  char name[16];
  pthread_getname_np(pthread_self(), name, sizeof name);
  assert(name[0] == 'c');  // FINDING
  return unused;
}

int main(void) {
  pthread_t thread;
  char child[] = "child";
  pthread_create(&thread, NULL, work, NULL);
  pthread_setname_np(thread, child);
  pthread_join(thread, NULL);
  return 0;
}
