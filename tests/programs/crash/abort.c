// SPDX-License-Identifier: Apache-2.0
//
// abort in one of the orders.
//
// HEDDLE: strategy=random verdict=finding kind=crash message=SIGABRT replays=100 races=some
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

int x;

static void* first(void* unused) {
  x = 1;
  return unused;
}

static void* second(void* unused) {
  if (x) abort();  // FINDING
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
