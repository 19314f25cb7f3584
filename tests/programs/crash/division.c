// SPDX-License-Identifier: Apache-2.0
//
// A divisor that another thread sets to nought.
//
// HEDDLE: strategy=random verdict=finding kind=crash message=SIGFPE replays=100 races=some
#include <pthread.h>
#include <stddef.h>

int divisor = 1, result;

static void* first(void* unused) {
  result = 10 / divisor;  // FINDING
  return unused;
}

static void* second(void* unused) {
  divisor = 0;
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
