// SPDX-License-Identifier: Apache-2.0
//
// Two unprotected increments.
//
// HEDDLE: strategy=random verdict=finding kind=assertion races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion races=some
// HEDDLE: strategy=dfs options=--keep-going verdict=finding kind=assertion executions=69 races=some
// MODEL: lost_update.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int count;
static void* first(void* unused) {
  count++;
  return unused;
}

static void* second(void* unused) {
  count++;
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(count == 2);  // FINDING
  return 0;
}
