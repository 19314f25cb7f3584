// SPDX-License-Identifier: Apache-2.0
//
// Sleeping long enough is no waiting: nothing forces the other thread to be faster.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=10 races=some
// MODEL: sleep_orders_nothing.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

int x;

static void* work(void* unused) {
  x = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  sleep(10);
  assert(x == 1);  // FINDING
  pthread_join(thread, NULL);
  return 0;
}
