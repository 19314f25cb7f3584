// SPDX-License-Identifier: Apache-2.0
//
// A pointer that points nowhere.
//
// HEDDLE: strategy=random verdict=finding kind=crash message=SIGSEGV replays=100 races=some
#include <pthread.h>
#include <stddef.h>

int value;
int* pointer = &value;

static void* first(void* unused) {
  *pointer = 1;  // FINDING
  return unused;
}

static void* second(void* unused) {
  pointer = (int*)0x1234560;
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
