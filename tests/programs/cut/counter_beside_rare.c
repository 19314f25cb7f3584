// SPDX-License-Identifier: Apache-2.0
//
// A thread that never stops beside a defect that only one order in thousands leads to. Executions that are cut while
// others are tried out take nothing away from what the search looks at, and what it says of that is true.
//
// HEDDLE: strategy=exact verdict=finding kind=assertion options=--max-events,60,--max-executions,100
// HEDDLE: strategy=exact verdict=finding kind=assertion options=--max-events,60,--max-executions,100 flags=-DROUNDS=12
// HEDDLE: strategy=exact verdict=incomplete options=--max-events,100,--preemptions,1,--max-executions,400 flags=-DROUNDS=6 output="at most 100 events of each thread and 1 preemption were explored" output="more than 1 preemption were left out"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef ROUNDS
#define ROUNDS 7
#endif

static atomic_int counter, turn, met;

static void* counts(void* unused) {
  for (;;) counter++;
  return unused;
}

static void* meets(void* unused) {
  for (int i = 1; i <= ROUNDS; i++) {
    if (turn == i) met++;
  }
  return unused;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, meets, 0);
  pthread_create(&other, 0, counts, 0);
  for (int i = 1; i <= ROUNDS; i++) turn = i;
  pthread_join(one, 0);
  assert(met != ROUNDS);
  return 0;
}
