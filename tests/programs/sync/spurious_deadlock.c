// SPDX-License-Identifier: Apache-2.0
//
// A lost signal stays a deadlock: nobody may count on a wake-up without a signal, neither in a loop nor without one.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock options=--spurious=1 message="condition variable changed"
// HEDDLE: strategy=dfs verdict=finding kind=deadlock options=--spurious=1,--keep-going executions=28
// HEDDLE: strategy=dfs verdict=finding kind=deadlock options=--spurious=1 flags=-DLOOP
// MODEL: spurious_deadlock.model
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
#ifdef LOOP
#define UNTIL while
#else
#define UNTIL if
#endif
int ready;

static void* work(void* unused) {
  pthread_cond_signal(&changed);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_mutex_lock(&mutex);
  UNTIL(!ready) pthread_cond_wait(&changed, &mutex);  // FINDING
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
