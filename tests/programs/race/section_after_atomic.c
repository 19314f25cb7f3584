// SPDX-License-Identifier: Apache-2.0
//
// In an atomic section an atomic access comes before a plain one: if the store of the other thread comes before the
// section, the two are ordered, if it comes after it, they race.
//
// HEDDLE: strategy=exact verdict=finding kind=data-race races=1 without=showed
// HEDDLE: strategy=dfs verdict=finding kind=data-race races=1
#include <heddle/heddle.h>
#include <pthread.h>

static int value;

static void* section(void* unused) {
  heddle_atomic_begin();
  int expected = 1;
  __atomic_compare_exchange_n(&value, &expected, 1, 0, __ATOMIC_RELAXED, __ATOMIC_ACQUIRE);
  value = value;
  heddle_atomic_end();
  return unused;
}
static void* store(void* unused) {
  __atomic_store_n(&value, 3, __ATOMIC_RELEASE);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, store, NULL);
  pthread_create(&threads[1], NULL, section, NULL);
  for (int index = 0; index < 2; ++index) pthread_join(threads[index], NULL);
  return 0;
}
