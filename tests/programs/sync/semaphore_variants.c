// SPDX-License-Identifier: Apache-2.0
//
// What does not wait: trywait, timed waits (they may time out whenever there is nothing to take), getvalue, and errors.
//
// HEDDLE: strategy=dfs verdict=clean executions=10
// HEDDLE: strategy=dfs verdict=clean executions=10 flags=-DCLOCK
// MODEL: semaphore_variants.model
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <time.h>

sem_t semaphore, full;

static void* work(void* unused) {
  sem_post(&semaphore);
  const struct timespec soon = {1, 0};
#ifdef CLOCK
  int code = sem_clockwait(&semaphore, CLOCK_MONOTONIC, &soon);
#else
  int code = sem_timedwait(&semaphore, &soon);
#endif
  if (code != 0) assert(errno == ETIMEDOUT);
  return unused;
}

int main(void) {
  pthread_t thread;
  int value = -1;
  assert(sem_init(&full, 0, (unsigned)INT_MAX + 1) == -1 && errno == EINVAL);
  assert(sem_init(&full, 1, INT_MAX) == 0);
  assert(sem_post(&full) == -1 && errno == EOVERFLOW);
  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, NULL, work, NULL);
  if (sem_trywait(&semaphore) != 0) assert(errno == EAGAIN);
  sem_getvalue(&semaphore, &value);
  assert(value == 0 || value == 1);
  pthread_join(thread, NULL);
  const struct timespec wrong = {1, -1};
  while (sem_trywait(&semaphore) == 0) {
  }
  assert(sem_clockwait(&semaphore, CLOCK_MONOTONIC, &wrong) == -1 && errno == EINVAL);
  return 0;
}
