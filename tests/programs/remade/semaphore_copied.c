// SPDX-License-Identifier: Apache-2.0
//
// What a semaphore counts goes with a copy of its bytes.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=default verdict=finding kind=assertion
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

static sem_t ready, copy;

static void* post(void* unused) {
  sem_post(&ready);
  return unused;
}
static void* take_copy(void* unused) {
  memcpy(&copy, &ready, sizeof copy);
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
  start(post, take_copy);
  assert(sem_trywait(&copy) != 0);  // FINDING
}
