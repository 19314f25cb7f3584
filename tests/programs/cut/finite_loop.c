// SPDX-License-Identifier: Apache-2.0
//
// A loop that counts only up to a number: it looks like one without end for long, and is explored completely.
//
// HEDDLE: strategy=default verdict=clean
// HEDDLE: strategy=exact options=--max-events=100 verdict=clean
#include <pthread.h>
#include <stdatomic.h>

static atomic_int is_ready, rounds;

static void* wait_for_it(void* unused) {
  for (int round = 0; round < 20 && !is_ready; ++round) rounds++;
  return unused;
}

int main(void) {
  pthread_t one;
  pthread_create(&one, NULL, wait_for_it, NULL);
  is_ready = 1;
  pthread_join(one, NULL);
}
