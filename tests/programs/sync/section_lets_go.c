// SPDX-License-Identifier: Apache-2.0
//
// What lets a thread go on that waits in its atomic section may stand in one, too: that one is left first.
//
// HEDDLE: strategy=default verdict=clean
// HEDDLE: strategy=exact verdict=clean
// HEDDLE: strategy=dfs verdict=clean
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t semaphore;
static atomic_int done;

static void* waits(void* unused) {
  heddle_atomic_begin();
  sem_wait(&semaphore);
  assert(done);
  heddle_atomic_end();
  return unused;
}
static void* lets_go(void* unused) {
  heddle_atomic_begin();
  sem_post(&semaphore);
  done = 1;
  heddle_atomic_end();
  return unused;
}

int main(void) {
  sem_init(&semaphore, 0, 0);
  void* (*const routines[])(void*) = {waits, lets_go};
  pthread_t threads[2];
  for (int index = 0; index < 2; ++index) pthread_create(&threads[index], NULL, routines[index], NULL);
  for (int index = 0; index < 2; ++index) pthread_join(threads[index], NULL);
  return 0;
}
