// SPDX-License-Identifier: Apache-2.0
//
// Each place has a flag of its own: the initialiser runs once for each of them.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=126 races=some
// MODEL: once_two_flags.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int x;

static void initialise(void) { x++; }

static void* work(void* unused) {
  static pthread_once_t of_work = PTHREAD_ONCE_INIT;
  pthread_once(&of_work, initialise);
  return unused;
}

int main(void) {
  pthread_t thread;
  static pthread_once_t of_main = PTHREAD_ONCE_INIT;
  pthread_create(&thread, NULL, work, NULL);
  pthread_once(&of_main, initialise);
  pthread_join(thread, NULL);
  assert(x == 1);  // FINDING
  return 0;
}
