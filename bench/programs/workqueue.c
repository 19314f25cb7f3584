// SPDX-License-Identifier: Apache-2.0
//
// One thread appends three jobs to a queue, N others try twice each to take one; one lock.
#include "bench.h"

#ifndef N
#define N 2
#endif

shared jobs[3], head, last;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* append(void* unused) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&lock);
    int at = READ(last);
    WRITE(jobs[at], i + 10);
    WRITE(last, at + 1);
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

static void* take(void* unused) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    int at = READ(head);
    if (at < READ(last)) {
      int job = READ(jobs[at]);
      WRITE(head, at + 1);
      CHECK(job >= 10);
    }
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

int main(void) {
  pthread_t producer, threads[N];
  START(producer, append, 0);
  start_all(threads, N, take);
  JOIN(producer);
  join_all(threads, N);
  return 0;
}
