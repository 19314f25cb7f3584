// SPDX-License-Identifier: Apache-2.0
//
// The function whose local variable was published has returned; its thread goes on.
//
// HEDDLE: strategy=dfs verdict=finding kind=use-after-free message="in a function that has returned" replays=100 races=some
#include <pthread.h>
#include <stddef.h>

int* volatile published;
int steps;

__attribute__((noinline)) static void publish(void) {
  int local = 7;
  published = &local;
}

static void* begin(void* unused) {
  publish();
  ++steps;
  return unused;
}

static void* use(void* unused) {
  int* seen = published;
  if (steps == 0 && seen != NULL) *seen = 8;  // FINDING
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, begin, NULL);
  pthread_create(&two, NULL, use, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
