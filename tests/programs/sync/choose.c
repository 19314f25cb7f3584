// SPDX-License-Identifier: Apache-2.0
//
// heddle_choose(n) branches n ways, in every thread that calls it.
//
// HEDDLE: strategy=dfs verdict=clean executions=414
// MODEL: choose.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#include <heddle/heddle.h>

int x, y;
static void* first(void* unused) {
  x = heddle_choose(3);
  return unused;
}

static void* second(void* unused) {
  y = heddle_choose(2);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(x < 3 && y < 2);
  return 0;
}
