// SPDX-License-Identifier: Apache-2.0
//
// A bug of depth 2 at the end of a long thread: the reader, after 100 events of its own, must look between two writes
// that the writer makes at once. Switching at random, the writer is through long before.
//
// HEDDLE: strategy=random verdict=incomplete executions=10000
// HEDDLE: strategy=pct options=--depth,2 verdict=finding kind=assertion
// HEDDLE: strategy=pct verdict=finding kind=assertion
// HEDDLE: strategy=pos verdict=finding kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int busy, half_done;

static void* read_late(void* unused) {
  for (int round = 0; round < 100; ++round) atomic_store(&busy, round);
  assert(atomic_load(&half_done) == 0);  // FINDING
  return unused;
}

static void* write_twice(void* unused) {
  atomic_store(&half_done, 1);
  atomic_store(&half_done, 0);
  return unused;
}

int main(void) {
  pthread_t reader, writer;
  pthread_create(&reader, NULL, read_late, NULL);
  pthread_create(&writer, NULL, write_twice, NULL);
  pthread_join(reader, NULL);
  pthread_join(writer, NULL);
  return 0;
}
