// SPDX-License-Identifier: Apache-2.0
//
// Timed read and write locks time out whenever they are not to be had.
//
// HEDDLE: strategy=dfs verdict=clean executions=13
// HEDDLE: strategy=dfs verdict=clean executions=13 flags=-DCLOCK
// MODEL: rwlock_timed.model
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>
#include <time.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
#ifdef CLOCK
#define READ_LOCK pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &soon)
#define WRITE_LOCK pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &soon)
#else
#define READ_LOCK pthread_rwlock_timedrdlock(&lock, &soon)
#define WRITE_LOCK pthread_rwlock_timedwrlock(&lock, &soon)
#endif
int x;

static void* reader(void* unused) {
  const struct timespec soon = {1, 0};
  if (READ_LOCK != 0) return unused;
  x = x;
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  const struct timespec soon = {1, 0};
  pthread_t thread;
  pthread_create(&thread, NULL, reader, NULL);
  if (WRITE_LOCK == 0) {
    x = 1;
    pthread_rwlock_unlock(&lock);
  }
  pthread_join(thread, NULL);
  return 0;
}
