// SPDX-License-Identifier: Apache-2.0
//
// main returns another code than 0 in one of the orders.
//
// HEDDLE: strategy=random verdict=finding kind=exit-code replays=100 races=some
// HEDDLE: strategy=dfs verdict=finding kind=exit-code races=some
#include <pthread.h>
#include <stddef.h>

int x;

static void* work(void* unused) {
  x = 3;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  int seen = x;
  pthread_join(thread, NULL);
  return seen;
}
