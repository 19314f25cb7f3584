// SPDX-License-Identifier: Apache-2.0
//
// Atomic read-modify-writes are one operation each, of every size.
//
// HEDDLE: strategy=dfs verdict=clean executions=69
// MODEL: atomic_rmw.model
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

_Atomic unsigned char small;
_Atomic unsigned short word;
_Atomic unsigned long large;
static void* first(void* unused) {
  atomic_fetch_add(&small, 1);
  atomic_fetch_or(&word, 1);
  return unused;
}

static void* second(void* unused) {
  atomic_exchange(&large, 7);
  atomic_fetch_add(&small, 1);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(small == 2 && word == 1 && large == 7);
  return 0;
}
