// SPDX-License-Identifier: Apache-2.0
//
// Two threads fold what they read into what they write: most results are tried out on the way of an execution, and the
// executions must be the same without that.
//
// HEDDLE: strategy=exact options=--paranoid,1 verdict=clean
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int numbers[2] = {1, 1};

static void* add(void* argument) {
  int me = (int)(long)argument;
  int history[8] = {0};
  for (int round = 0; round < 4; ++round) {
    history[2 * round] = atomic_load(&numbers[me]);
    history[2 * round + 1] = atomic_load(&numbers[1 - me]);
    atomic_store(&numbers[me], history[2 * round] + history[2 * round + 1]);
  }
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; ++i) pthread_create(&threads[i], 0, add, (void*)i);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  int first = atomic_load(&numbers[0]), second = atomic_load(&numbers[1]);
  assert((first <= 55) & (second <= 55));
}
