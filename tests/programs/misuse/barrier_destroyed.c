// SPDX-License-Identifier: Apache-2.0
//
// A barrier is destroyed while the other thread may wait at it, or has yet to come.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=3 output="a barrier is destroyed while threads wait at it" output="use of a barrier that was destroyed"
// MODEL: barrier_destroyed.model
#include <pthread.h>
#include <stddef.h>

pthread_barrier_t gate;

static void* work(void* unused) {
  pthread_barrier_wait(&gate);  // FINDING
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_barrier_init(&gate, NULL, 2);
  pthread_create(&thread, NULL, work, NULL);
  pthread_barrier_destroy(&gate);  // FINDING
  pthread_join(thread, NULL);
  return 0;
}
