// SPDX-License-Identifier: Apache-2.0
//
// Inside of an atomic section a thread has to wait, unless what it waits for is there before: others go on meanwhile.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=default verdict=finding kind=assertion options=--preemptions=2
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;
static int begun, disturbed;

static void* section(void* unused) {
  heddle_atomic_begin();
  __atomic_store_n(&begun, 1, __ATOMIC_SEQ_CST);
  sem_wait(&semaphore);
  assert(!__atomic_load_n(&disturbed, __ATOMIC_SEQ_CST));  // FINDING
  heddle_atomic_end();
  return unused;
}
static void* poster(void* unused) {
  sem_post(&semaphore);
  return unused;
}
static void* disturber(void* unused) {
  if (__atomic_load_n(&begun, __ATOMIC_SEQ_CST)) __atomic_store_n(&disturbed, 1, __ATOMIC_SEQ_CST);
  return unused;
}

int main(void) {
  sem_init(&semaphore, 0, 0);
  void* (*const routines[])(void*) = {disturber, section, poster};
  pthread_t threads[3];
  for (int index = 0; index < 3; ++index) pthread_create(&threads[index], NULL, routines[index], NULL);
  for (int index = 0; index < 3; ++index) pthread_join(threads[index], NULL);
  return 0;
}
