// SPDX-License-Identifier: Apache-2.0
//
// A strong compare-exchange succeeds for exactly one of two threads; a failed one is an operation as well.
//
// HEDDLE: strategy=dfs verdict=clean executions=79
// MODEL: compare_exchange.model
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

_Atomic int owner;
int wins;
static void* first(void* unused) {
  int expected = 0;
  if (atomic_compare_exchange_strong(&owner, &expected, 1)) wins++;
  return unused;
}

static void* second(void* unused) {
  int expected = 0;
  if (atomic_compare_exchange_strong(&owner, &expected, 2)) wins++;
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(wins == 1);
  return 0;
}
