// SPDX-License-Identifier: Apache-2.0
//
// A semaphore is cleared: whether what was posted is lost depends on who was first.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock
// HEDDLE: strategy=default verdict=finding kind=deadlock
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

static sem_t ready;

static void* post(void* unused) {
  sem_post(&ready);
  return unused;
}
static void* clear(void* unused) {
  memset(&ready, 0, sizeof ready);
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
  sem_init(&ready, 0, 0);
  start(post, clear);
  sem_wait(&ready);  // FINDING
}
