// SPDX-License-Identifier: Apache-2.0
//
// A spin lock keeps two increments apart; trylock tells who was late.
//
// HEDDLE: strategy=dfs verdict=clean executions=965
// MODEL: spin_lock.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_spinlock_t lock;
int x;

static void* work(void* unused) {
  pthread_spin_lock(&lock);
  x++;
  pthread_spin_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&one, NULL, work, NULL);
  pthread_create(&two, NULL, work, NULL);
  if (pthread_spin_trylock(&lock) == 0) pthread_spin_unlock(&lock);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(x == 2);
  pthread_spin_destroy(&lock);
  return 0;
}
