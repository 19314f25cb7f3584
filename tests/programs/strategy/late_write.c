// SPDX-License-Identifier: Apache-2.0
//
// Two writes race; the short thread's has to come last, after 60 events of the other. For pos that is one comparison of
// priorities, for pct one of threads; switching at random the short thread would have to lose 60 times.
//
// HEDDLE: strategy=random verdict=incomplete executions=10000
// HEDDLE: strategy=pos verdict=finding kind=assertion
// HEDDLE: strategy=pct options=--depth,1 verdict=finding kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int busy, last;

static void* work_long(void* unused) {
  for (int round = 0; round < 60; ++round) atomic_store(&busy, round);
  atomic_store(&last, 1);
  return unused;
}

static void* write_once(void* unused) {
  atomic_store(&last, 2);
  return unused;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, work_long, NULL);
  pthread_create(&other, NULL, write_once, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  assert(atomic_load(&last) == 1);  // FINDING
  return 0;
}
