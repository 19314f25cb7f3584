// SPDX-License-Identifier: Apache-2.0
//
// An initialiser that asks for itself waits for ever.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock
// HEDDLE: strategy=dfs verdict=finding kind=deadlock options=--keep-going executions=1
// MODEL: once_recursive.model
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;

static void initialise(void) { pthread_once(&once, initialise); }  // FINDING

int main(void) {
  pthread_once(&once, initialise);
  return 0;
}
