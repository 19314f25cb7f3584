// SPDX-License-Identifier: Apache-2.0
//
// Whoever waits needs its mutex when it is woken. The condition variable itself may be gone by then.
//
// HEDDLE: strategy=default verdict=finding kind=assertion message="use of a mutex that was destroyed"
// HEDDLE: strategy=dfs verdict=finding kind=assertion message="use of a mutex that was destroyed"
// HEDDLE: strategy=default verdict=clean flags=-DCONDITION_ONLY
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int waits, goes_on;

static void* waiter(void* unused) {
  pthread_mutex_lock(&mutex);
  waits = 1;
  while (!goes_on) pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, NULL);
  pthread_mutex_lock(&mutex);
  const int is_waiting = waits;
  goes_on = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  if (is_waiting) {
    pthread_cond_destroy(&condition);
#ifndef CONDITION_ONLY
    pthread_mutex_destroy(&mutex);
#endif
  }
  pthread_join(thread, NULL);
  return 0;
}
