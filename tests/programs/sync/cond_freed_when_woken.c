// SPDX-License-Identifier: Apache-2.0
//
// POSIX lets a condition variable go once all who waited for it were woken; they only need their mutex then.
//
// HEDDLE: strategy=default verdict=clean
// HEDDLE: strategy=dfs verdict=clean
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t* condition;
static int waits, goes_on;

static void* waiter(void* unused) {
  pthread_mutex_lock(&mutex);
  waits = 1;
  while (!goes_on) pthread_cond_wait(condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  condition = malloc(sizeof *condition);
  pthread_cond_init(condition, NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, NULL);
  pthread_mutex_lock(&mutex);
  const int is_waiting = waits;
  goes_on = 1;
  if (is_waiting) pthread_cond_broadcast(condition);
  pthread_mutex_unlock(&mutex);
  if (is_waiting) {
    pthread_cond_destroy(condition);
    free(condition);
  }
  pthread_join(thread, NULL);
  return 0;
}
