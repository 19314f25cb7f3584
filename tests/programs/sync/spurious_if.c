// SPDX-License-Identifier: Apache-2.0
//
// `if` instead of `while` around a condition wait: right only as long as nobody wakes up without a signal.
//
// HEDDLE: strategy=dfs verdict=clean executions=5
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--spurious=1 output="wakes up spuriously"
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--spurious=1,--keep-going executions=26
// MODEL: spurious_if.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

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
  pthread_create(&thread, NULL, work, NULL);
  pthread_mutex_lock(&mutex);
  if (!ready) pthread_cond_wait(&changed, &mutex);
  assert(ready);  // FINDING
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
