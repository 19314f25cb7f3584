// SPDX-License-Identifier: Apache-2.0
//
// The pointer is withdrawn between its test and its use.
//
// HEDDLE: strategy=random verdict=finding kind=null-dereference replays=100 races=some
// HEDDLE: strategy=dfs verdict=finding kind=null-dereference races=some
#include <pthread.h>
#include <stddef.h>

int value;
int* pointer = &value;

static void* first(void* unused) {
  if (pointer) *pointer = 1;  // FINDING
  return unused;
}

static void* second(void* unused) {
  pointer = NULL;
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
