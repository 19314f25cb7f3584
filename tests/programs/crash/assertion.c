// SPDX-License-Identifier: Apache-2.0
//
// assert, one of the ways to die.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion message="x == 0" replays=100 races=some
#include <assert.h>
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
  assert(x == 0);  // FINDING
  pthread_join(thread, NULL);
  return 0;
}
