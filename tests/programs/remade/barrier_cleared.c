// SPDX-License-Identifier: Apache-2.0
//
// A barrier is cleared before the second thread has come.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion message=barrier
// HEDDLE: strategy=default verdict=finding kind=assertion message=barrier
#include <pthread.h>
#include <string.h>

static pthread_barrier_t gate;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int cleared;

static void* come(void* unused) {
  pthread_barrier_wait(&gate);  // FINDING
  return unused;
}
static void* clear(void* unused) {
  memset(&gate, 0, sizeof gate);
  return unused;
}

static void start(void* (*one)(void*), void* (*other)(void*)) {
  pthread_t first, second;
  pthread_create(&first, NULL, one, NULL);
  pthread_create(&second, NULL, other, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
}

int main(void) {
  pthread_barrier_init(&gate, NULL, 1);
  start(come, clear);
}
