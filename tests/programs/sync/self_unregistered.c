// SPDX-License-Identifier: Apache-2.0
//
// A thread tells who it is, but it is asked before it did.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=6 races=some
// MODEL: self_unregistered.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_t leader;

static void* work(void* unused) {
  leader = pthread_self();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  assert(pthread_equal(leader, thread));  // FINDING
  pthread_join(thread, NULL);
  return 0;
}
