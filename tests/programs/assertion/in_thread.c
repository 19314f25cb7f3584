// SPDX-License-Identifier: Apache-2.0
//
// The assertion that fails is in a thread, not in main; the rest of that execution does not happen.
//
// HEDDLE: strategy=random verdict=finding kind=assertion races=some
// HEDDLE: strategy=dfs options=--keep-going verdict=finding kind=assertion executions=69 races=some
// MODEL: in_thread.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int x;
static void* first(void* unused) {
  x = 1;
  assert(x == 1);  // FINDING
  return unused;
}

static void* second(void* unused) {
  x = 2;
  x = 1;
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
