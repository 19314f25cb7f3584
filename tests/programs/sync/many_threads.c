// SPDX-License-Identifier: Apache-2.0
//
// Programs with many threads: 300, and 1000 that all live at the same time.
//
// HEDDLE: strategy=random verdict=incomplete options=--max-executions=30 flags=-DTHREADS=300
// HEDDLE: strategy=random verdict=incomplete options=--max-executions=10 flags=-DTHREADS=1000
// HEDDLE: strategy=random verdict=finding kind=assertion options=--max-executions=30 flags=-DTHREADS=1000,-DBROKEN races=some
// HEDDLE: strategy=dfs verdict=finding kind=deadlock flags=-DTHREADS=300,-DSTUCK message="barrier gate (300 of 301 arrived)"
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_barrier_t gate;
int arrived;

static void* work(void* unused) {
#ifndef BROKEN
  pthread_mutex_lock(&mutex);
#endif
  arrived++;
#ifndef BROKEN
  pthread_mutex_unlock(&mutex);
#endif
  pthread_barrier_wait(&gate);
  return unused;
}

int main(void) {
  static pthread_t threads[THREADS];
#ifdef STUCK
  pthread_barrier_init(&gate, NULL, THREADS + 1);
#else
  pthread_barrier_init(&gate, NULL, THREADS);
#endif
  for (int i = 0; i < THREADS; i++) {
    if (pthread_create(&threads[i], NULL, work, NULL) != 0) return 1;
  }
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  assert(arrived == THREADS);
  return 0;
}
