// SPDX-License-Identifier: Apache-2.0
//
// The signal wakes one of two; no value that was read tells which. What the second one does must be seen, too.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=57438
// MODEL: two_waiters_one_signal.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
_Atomic int woken;

static void* first(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_cond_wait(&condition, &mutex);
  woken = 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* second(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_cond_wait(&condition, &mutex);
  woken = 2;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* wake(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_create(&threads[1], NULL, second, NULL);
  pthread_create(&threads[2], NULL, wake, NULL);
  pthread_join(threads[2], NULL);
  assert(woken != 2);  // FINDING
  return 0;
}
