// SPDX-License-Identifier: Apache-2.0
//
// Two threads race only once a third one is about to abort.
//
// HEDDLE: strategy=dfs options=--keep-going verdict=finding kind=crash,data-race executions=223 races=1
// MODEL: before_abort.model
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int aborts;
static int x;

static void* one(void* unused) {
  aborts = 1;
  abort();
  return unused;
}

static void* other(void* unused) {
  if (aborts) x = 1;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, one, NULL);
  pthread_create(&threads[1], NULL, other, NULL);
  if (aborts) x = 2;
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
