// SPDX-License-Identifier: Apache-2.0
//
// exit called by a thread ends the process with its code, also while main waits.
//
// HEDDLE: strategy=random verdict=finding kind=exit-code races=some
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

int x;

static void* first(void* unused) {
  x = 1;
  return unused;
}

static void* second(void* unused) {
  if (x) exit(4);  // FINDING
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
