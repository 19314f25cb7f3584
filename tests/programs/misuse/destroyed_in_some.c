// SPDX-License-Identifier: Apache-2.0
//
// Destroyed before it is used in some interleavings, and not in others: both have to be found.
//
// HEDDLE: strategy=default verdict=finding kind=assertion options=--keep-going output="use of a semaphore that was destroyed" output="assertion failed: 0" output="all interleavings were explored"
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-DBARRIER options=--keep-going output="use of a barrier that was destroyed" output="assertion failed: 0" output="all interleavings were explored"
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;
static pthread_barrier_t barrier;

static void* user(void* unused) {
#ifdef BARRIER
  pthread_barrier_wait(&barrier);
#else
  sem_post(&semaphore);
#endif
  return unused;
}

int main(void) {
  sem_init(&semaphore, 0, 0);
  pthread_barrier_init(&barrier, NULL, 1);
  pthread_t thread;
  pthread_create(&thread, NULL, user, NULL);
  sem_destroy(&semaphore);
  pthread_barrier_destroy(&barrier);
  pthread_join(thread, NULL);
  assert(0);
}
