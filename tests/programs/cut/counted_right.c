// SPDX-License-Identifier: Apache-2.0
//
// Nothing is wrong beside the loop that counts, which cannot be proved: samples follow, and the report says how far it
// went.
//
// HEDDLE: strategy=exact options=--max-events=300,--max-executions=2000 verdict=incomplete output="all interleavings with at most 300 events of each thread were explored" output="executions at random (pos, pct, random)"
// HEDDLE: strategy=exact options=--max-events=300,--max-executions=2000,--preemptions=1 verdict=incomplete output="executions at random"
#include <pthread.h>
#include <stdatomic.h>

static atomic_int is_ready, rounds;

static void* wait_for_it(void* unused) {
  while (!is_ready) rounds++;
  return unused;
}

int main(void) {
  pthread_t one;
  pthread_create(&one, NULL, wait_for_it, NULL);
  is_ready = 1;
  pthread_join(one, NULL);
}
