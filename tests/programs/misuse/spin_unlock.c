// SPDX-License-Identifier: Apache-2.0
//
// A spin lock that is unlocked by a thread that does not hold it.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion message="unlock of a spin lock that another thread holds"
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=1
// MODEL: spin_unlock.model
#include <pthread.h>
#include <stddef.h>

pthread_spinlock_t lock;

static void* work(void* unused) {
  pthread_spin_unlock(&lock);  // FINDING
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_spin_lock(&lock);
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  return 0;
}
