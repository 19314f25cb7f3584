// SPDX-License-Identifier: Apache-2.0
//
// Destroying a mutex that is held says EBUSY, as with glibc; whether it is held depends on the schedule.
//
// HEDDLE: strategy=dfs verdict=clean executions=4
// MODEL: mutex_destroy.model
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t mutex;

static void* work(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_init(&mutex, NULL);
  pthread_create(&thread, NULL, work, NULL);
  int code = pthread_mutex_destroy(&mutex);
  assert(code == 0 || code == EBUSY);
  pthread_join(thread, NULL);
  return 0;
}
