// SPDX-License-Identifier: Apache-2.0
//
// The order of two writes matters although the other writer never reads: the reader is the first writer itself.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=370
// MODEL: writer_reads_itself.model
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

_Atomic int x, y;
sem_t go;

static void* first(void* unused) {
  sem_post(&go);
  x = 1;
  int q = y;
  int r = x;
  assert(!(q == 1 && r == 1));  // FINDING
  return unused;
}

static void* second(void* unused) {
  sem_wait(&go);
  x = 2;
  y = 1;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  sem_init(&go, 0, 0);
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_create(&threads[1], NULL, second, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
