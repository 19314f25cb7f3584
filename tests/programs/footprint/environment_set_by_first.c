// SPDX-License-Identifier: Apache-2.0
//
// Whoever reads the environment while another thread changes it sees each part change at its event, as the search expects.
//
// HEDDLE: strategy=default verdict=clean races=ignore
// HEDDLE: strategy=default verdict=finding kind=assertion races=ignore flags=-DDIFFERENT
// HEDDLE: strategy=dfs verdict=finding kind=assertion races=ignore flags=-DDIFFERENT
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#ifdef DIFFERENT
#define OTHER "other"
#else
#define OTHER "value"
#endif

static void* first(void* unused) {
  if (!getenv("HEDDLE_K")) setenv("HEDDLE_K", "value", 1);
  return unused;
}

static void* second(void* unused) {
  if (!getenv("HEDDLE_K")) setenv("HEDDLE_K", OTHER, 1);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(strcmp(getenv("HEDDLE_K"), "value") == 0);
  return 0;
}
