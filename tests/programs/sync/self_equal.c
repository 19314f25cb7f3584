// SPDX-License-Identifier: Apache-2.0
//
// Who am I: pthread_self is no operation, nor is pthread_equal; what is compared are ordinary variables.
//
// HEDDLE: strategy=dfs verdict=clean executions=3
// MODEL: self_equal.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_t leader;

static void* work(void* unused) {
  assert(!pthread_equal(leader, pthread_self()));
  return unused;
}

int main(void) {
  pthread_t thread;
  leader = pthread_self();
  pthread_create(&thread, NULL, work, NULL);
  assert(pthread_equal(leader, pthread_self()));
  pthread_join(thread, NULL);
  return 0;
}
