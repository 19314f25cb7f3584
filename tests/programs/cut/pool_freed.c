// SPDX-License-Identifier: Apache-2.0
//
// A thread pool's last breath: main counts while it waits for the workers to be gone and then frees what the last of
// them still unlocks. The count makes each round a new state, so no search comes to an end of the waiting.
//
// HEDDLE: strategy=default verdict=finding kind=use-after-free races=some
// HEDDLE: strategy=exact verdict=finding kind=use-after-free races=some
// HEDDLE: strategy=exact options=--preemptions=2 verdict=finding kind=use-after-free races=some
// HEDDLE: strategy=exact options=--max-events=200 verdict=finding kind=use-after-free races=some
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct Pool {
  pthread_mutex_t lock, idle;
  int rounds;
  atomic_int workers;
} *pool;

static void* work(void* unused) {
  (void)unused;
  pthread_mutex_lock(&pool->lock);
  pool->workers--;
  pthread_mutex_unlock(&pool->lock);  // FINDING
  return NULL;
}

int main(void) {
  pool = calloc(1, sizeof *pool);
  pthread_mutex_init(&pool->lock, NULL);
  pthread_mutex_init(&pool->idle, NULL);
  pool->workers = 2;
  for (int i = 0; i < 2; ++i) {
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_detach(worker);
  }
  while (pool->workers != 0) {
    pthread_mutex_lock(&pool->idle);
    pool->rounds++;
    pthread_mutex_unlock(&pool->idle);
  }
  free(pool);
}
