// SPDX-License-Identifier: Apache-2.0
//
// The assertion fails only between the last operation of a thread and its assumption, which drops every execution that
// comes to it.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=26
// MODEL: before_assumption.model
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#include <heddle/heddle.h>

static atomic_int drops;

static void* one(void* unused) {
  drops = 1;
  heddle_assume(unused != NULL);
  return unused;
}

static void* other(void* unused) {
  if (drops) assert(unused != NULL);  // FINDING
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, one, NULL);
  pthread_create(&threads[1], NULL, other, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
