// SPDX-License-Identifier: Apache-2.0
//
// Threads that wait in loops: with a plain load, with an exchange that changes nothing, with a failing compare-exchange,
// and for a time-out that never suffices. A strategy that lets the highest priority run must not let them run for ever:
// no execution may be cut at the limit of events.
//
// HEDDLE: strategy=random verdict=incomplete output="this is not a proof: limit of 10000 executions (--max-executions)."
// HEDDLE: strategy=pct verdict=incomplete output="this is not a proof: limit of 10000 executions (--max-executions)."
// HEDDLE: strategy=pct options=--depth,1 verdict=incomplete output="this is not a proof: limit of 10000 executions (--max-executions)."
// HEDDLE: strategy=pos verdict=incomplete output="this is not a proof: limit of 10000 executions (--max-executions)."
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <time.h>

atomic_int flag, turn;
atomic_bool lock = true;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
bool done;

static void* with_load(void* unused) {
  while (atomic_load(&flag) == 0) {
  }
  return unused;
}

static void* with_exchange(void* unused) {
  while (atomic_exchange(&lock, true)) {
  }
  int expected = 1;
  while (!atomic_compare_exchange_strong(&turn, &expected, 2)) expected = 1;
  return unused;
}

static void* with_time(void* unused) {
  pthread_mutex_lock(&mutex);
  while (!done) {
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += 1;
    pthread_cond_timedwait(&changed, &mutex, &deadline);
  }
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, with_load, NULL);
  pthread_create(&threads[1], NULL, with_exchange, NULL);
  pthread_create(&threads[2], NULL, with_time, NULL);
  atomic_store(&lock, false);
  atomic_store(&turn, 1);
  atomic_store(&flag, 1);
  pthread_mutex_lock(&mutex);
  done = true;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  for (int index = 0; index < 3; ++index) pthread_join(threads[index], NULL);
  return 0;
}
