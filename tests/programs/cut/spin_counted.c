// SPDX-License-Identifier: Apache-2.0
//
// A loop that counts while it waits, with a counter of which the model knows every step: the way through it has no end,
// and no execution is ever asked for on it. What goes wrong needs three rounds of it.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=exact verdict=finding kind=assertion
// HEDDLE: strategy=exact options=--preemptions=3 verdict=finding kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int is_ready, rounds, value;

static void* wait_for_it(void* unused) {
  while (!is_ready) rounds++;
  return unused;
}

static void* make_ready(void* unused) {
  value = 1;
  is_ready = 1;
  return unused;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, wait_for_it, NULL);
  pthread_create(&other, NULL, make_ready, NULL);
  const int seen = rounds;
  assert(!(seen == 3 && value == 1 && is_ready == 0));  // FINDING
  pthread_join(one, NULL);
  pthread_join(other, NULL);
}
