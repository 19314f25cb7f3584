// SPDX-License-Identifier: Apache-2.0
//
// A spin lock is destroyed while the other thread may hold it, or before it takes it.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going output="a spin lock is destroyed while a thread holds it" output="use of a spin lock that was destroyed"
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=4
// MODEL: spin_destroyed.model
#include <pthread.h>
#include <stddef.h>

pthread_spinlock_t lock;

static void* work(void* unused) {
  pthread_spin_lock(&lock);  // FINDING
  pthread_spin_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&thread, NULL, work, NULL);
  pthread_spin_destroy(&lock);  // FINDING
  pthread_join(thread, NULL);
  return 0;
}
