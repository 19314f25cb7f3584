// SPDX-License-Identifier: Apache-2.0
//
// A thread that detaches itself cannot be joined: the join fails, or does not wait if it came first, and its error goes
// unseen.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=4 races=some
// MODEL: detach_self.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int x;

static void* work(void* unused) {
  pthread_detach(pthread_self());
  x = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  assert(x == 1);  // FINDING
  return 0;
}
