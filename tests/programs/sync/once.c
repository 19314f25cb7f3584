// SPDX-License-Identifier: Apache-2.0
//
// The initialiser runs once; the other thread waits until it is done.
//
// HEDDLE: strategy=dfs verdict=clean executions=139
// MODEL: once.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int x;

static void initialise(void) { x = 1; }

static void* first(void* unused) {
  pthread_once(&once, initialise);
  assert(x == 1);
  return unused;
}

static void* second(void* unused) {
  pthread_once(&once, initialise);
  assert(x == 1);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
