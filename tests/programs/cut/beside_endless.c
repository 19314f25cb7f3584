// SPDX-License-Identifier: Apache-2.0
//
// One thread counts for ever and has nothing to do with the others: a search that looks at it alone as long as it
// disturbs nobody never comes to them.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=exact verdict=finding kind=assertion
// HEDDLE: strategy=exact options=--preemptions=1 verdict=finding kind=assertion
// HEDDLE: strategy=exact options=--max-events=100 verdict=finding kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int beats, x, y;

static void* beat(void* unused) {
  for (;;) beats++;
  return unused;
}

static void* reader(void* unused) {
  const int seen_y = y;
  const int seen_x = x;
  assert(!(seen_y == 0 && seen_x == 1));  // FINDING
  return unused;
}

int main(void) {
  pthread_t heart, other;
  pthread_create(&heart, NULL, beat, NULL);
  pthread_create(&other, NULL, reader, NULL);
  x = 1;
  y = 1;
  pthread_join(other, NULL);
}
