// SPDX-License-Identifier: Apache-2.0
// HEDDLE: strategy=dfs verdict=clean
// HEDDLE: strategy=exact verdict=clean without=fit
// Binomial recursion: how many threads there are, and what each is to do, follows from what was read.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_long budget = 2;
static atomic_int leaves;

static void* splits(void* argument) {
  const long depth = (long)argument;
  if (depth == 0 || budget-- <= 0) {
    leaves += 1;
    return 0;
  }
  pthread_t left;
  pthread_create(&left, 0, splits, (void*)(depth - 1));
  splits((void*)(depth - 1));
  pthread_join(left, 0);
  return 0;
}

int main(void) {
  splits((void*)2);
  assert(leaves >= 2 && leaves <= 4);
  return 0;
}
