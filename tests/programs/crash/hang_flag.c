// SPDX-License-Identifier: Apache-2.0
//
// Waits in a loop for a flag that nobody sets any more: the worker looks whether it should before it is told.
//
// HEDDLE: strategy=random verdict=finding kind=hang replays=100 message="no other thread can run" message="repeats after 1 event"
// HEDDLE: strategy=pct verdict=finding kind=hang
// HEDDLE: strategy=random verdict=finding kind=hang options=--max-events,200 flags=-O2
// HEDDLE: strategy=random verdict=finding kind=hang options=--paranoid,1
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int wanted, done;

static void* work(void* unused) {
  if (atomic_load(&wanted)) atomic_store(&done, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  atomic_store(&wanted, 1);
  while (!atomic_load(&done)) {  // FINDING
  }
  pthread_join(thread, NULL);
  return 0;
}
