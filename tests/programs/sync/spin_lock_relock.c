// SPDX-License-Identifier: Apache-2.0
//
// A thread that takes its spin lock again would spin for ever: a deadlock, found at once.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock message="blocked on spin lock lock held by T0"
// HEDDLE: strategy=dfs verdict=finding kind=deadlock options=--keep-going executions=1
// MODEL: spin_lock_relock.model
#include <pthread.h>
#include <stddef.h>

pthread_spinlock_t lock;

int main(void) {
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_spin_lock(&lock);
  pthread_spin_lock(&lock);  // FINDING
  return 0;
}
