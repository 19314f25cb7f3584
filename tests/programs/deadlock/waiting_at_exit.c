// SPDX-License-Identifier: Apache-2.0
//
// A thread that merely waits when main returns is no deadlock.
//
// HEDDLE: strategy=dfs verdict=clean executions=3
// MODEL: waiting_at_exit.model
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int x;

static void* work(void* unused) {
  pthread_mutex_lock(&mutex);
  x = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, NULL, work, NULL);
  x = 2;
  return 0;
}
