// SPDX-License-Identifier: Apache-2.0
//
// A thread that is cut inside of an atomic section stands still there, and nobody else has a turn.
//
// HEDDLE: strategy=exact verdict=finding kind=assertion options=--max-events,50 races=ignore
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--max-events,50 races=ignore
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter, turn;

static void* counts(void* unused) {
  heddle_atomic_begin();
  for (int i = 0; i < 200; i++) counter++;
  heddle_atomic_end();
  return unused;
}

static void* looks(void* unused) {
  const int seen = turn;
  if (counter == 0) assert(seen != 1);  // FINDING
  return unused;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, counts, 0);
  pthread_create(&other, 0, looks, 0);
  turn = 1;
  turn = 0;
  pthread_join(one, 0);
  pthread_join(other, 0);
  return 0;
}
