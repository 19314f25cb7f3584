// SPDX-License-Identifier: Apache-2.0
//
// Two rounds at a barrier: what was written before it is seen after it, one thread of each round is the serial one, and
// that one may destroy the barrier.
//
// HEDDLE: strategy=dfs verdict=clean executions=350
// MODEL: barrier.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_barrier_t barrier;
int x, y, serial;

static void* work(void* unused) {
  x = 1;
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) serial++;
  assert(y == 1);
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) pthread_barrier_destroy(&barrier);
  return unused;
}

int main(void) {
  pthread_t thread;
  assert(pthread_barrier_init(&barrier, NULL, 0) != 0);
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&thread, NULL, work, NULL);
  y = 1;
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) serial++;
  assert(x == 1);
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) pthread_barrier_destroy(&barrier);
  pthread_join(thread, NULL);
  assert(serial == 1);
  return 0;
}
