// SPDX-License-Identifier: Apache-2.0
//
// A thread that computes for ever without any operation.
//
// HEDDLE: strategy=random verdict=finding kind=hang replays=2 races=some
#include <pthread.h>
#include <stddef.h>

int x;

static void* first(void* unused) {
  x = 1;
  return unused;
}

static void* second(void* unused) {
  if (x) {
    for (;;) {  // FINDING
    }
  }
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
