// SPDX-License-Identifier: Apache-2.0
//
// __builtin_trap in one of the orders.
//
// HEDDLE: strategy=dfs verdict=finding kind=crash message=SIGILL replays=100 races=some
#include <pthread.h>
#include <stddef.h>

int x;

static void* work(void* unused) {
  x = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  if (x) __builtin_trap();  // FINDING
  pthread_join(thread, NULL);
  return 0;
}
