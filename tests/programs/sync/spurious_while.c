// SPDX-License-Identifier: Apache-2.0
//
// With the loop that belongs around a condition wait, wake-ups without a signal do no harm; a timed wait then has two
// ways to go on without one.
//
// HEDDLE: strategy=dfs verdict=clean executions=26
// HEDDLE: strategy=dfs verdict=clean options=--spurious=1 executions=84 output="at most 1 spurious wake-up in a row"
// HEDDLE: strategy=dfs verdict=clean options=--spurious=2 executions=174
// MODEL: spurious_while.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int ready;

static void* work(void* unused) {
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  const struct timespec soon = {1, 0};
  pthread_create(&thread, NULL, work, NULL);
  pthread_mutex_lock(&mutex);
  if (!ready) pthread_cond_timedwait(&changed, &mutex, &soon);
  while (!ready) pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
