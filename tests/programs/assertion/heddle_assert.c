// SPDX-License-Identifier: Apache-2.0
//
// heddle_assert reports like assert, and stays on with NDEBUG.
//
// HEDDLE: strategy=random flags=-DNDEBUG verdict=finding kind=assertion races=some
#include <pthread.h>
#include <stddef.h>
#include <heddle/heddle.h>

int x;
static void* first(void* unused) {
  x = 1;
  return unused;
}

static void* second(void* unused) {
  heddle_assert(x == 0);  // FINDING
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
