// SPDX-License-Identifier: Apache-2.0
//
// A barrier for three that only two threads ever reach.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock message="barrier gate (2 of 3 arrived)"
// HEDDLE: strategy=dfs verdict=finding kind=deadlock options=--keep-going executions=10
// MODEL: barrier_missing.model
#include <pthread.h>
#include <stddef.h>

pthread_barrier_t gate;

static void* work(void* unused) {
  pthread_barrier_wait(&gate);  // FINDING
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_barrier_init(&gate, NULL, 3);
  pthread_create(&one, NULL, work, NULL);
  pthread_create(&two, NULL, work, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
