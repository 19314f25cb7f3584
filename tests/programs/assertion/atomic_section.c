// SPDX-License-Identifier: Apache-2.0
//
// Between atomic_begin and atomic_end no other thread runs: the increments cannot be lost.
//
// HEDDLE: strategy=dfs verdict=clean executions=19
// HEDDLE: strategy=exact verdict=clean output="with 2 executions"
// MODEL: atomic_section.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#include <heddle/heddle.h>

int x;
static void* first(void* unused) {
  heddle_atomic_begin();
  x = x + 1;
  heddle_atomic_end();
  return unused;
}

static void* second(void* unused) {
  heddle_atomic_begin();
  x = x + 1;
  heddle_atomic_end();
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(x == 2);
  return 0;
}
