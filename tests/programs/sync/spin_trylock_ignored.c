// SPDX-License-Identifier: Apache-2.0
//
// Nobody looks whether the spin lock was free.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion message="unlock of a spin lock that another thread holds" races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=26 races=some
// MODEL: spin_trylock_ignored.model
#include <pthread.h>
#include <stddef.h>

pthread_spinlock_t lock;
int x;

static void* work(void* unused) {
  pthread_spin_trylock(&lock);
  x = 1;
  pthread_spin_unlock(&lock);  // FINDING
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&thread, NULL, work, NULL);
  pthread_spin_lock(&lock);
  x = 2;
  pthread_spin_unlock(&lock);
  pthread_join(thread, NULL);
  return 0;
}
