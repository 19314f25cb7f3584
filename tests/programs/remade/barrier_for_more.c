// SPDX-License-Identifier: Apache-2.0
//
// For how many threads a barrier is depends on who was first.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock
// HEDDLE: strategy=default verdict=finding kind=deadlock
#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t gate;

static void* come(void* unused) {
  pthread_barrier_wait(&gate);  // FINDING
  return unused;
}
static void* renew(void* unused) {
  pthread_barrier_init(&gate, NULL, 2);
  return unused;
}

static void start(void* (*one)(void*), void* (*other)(void*)) {
  pthread_t first, second;
  pthread_create(&first, NULL, one, NULL);
  pthread_create(&second, NULL, other, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
}

int main(void) {
  pthread_barrier_init(&gate, NULL, 1);
  start(come, renew);
}
