// SPDX-License-Identifier: Apache-2.0
//
// Three philosophers who all reach for the left fork first.
//
// HEDDLE: strategy=random verdict=finding kind=deadlock
#include <pthread.h>
#include <stddef.h>

enum { kSeats = 3 };
pthread_mutex_t forks[kSeats] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void* dine(void* argument) {
  size_t seat = (size_t)argument;
  pthread_mutex_lock(&forks[seat]);
  pthread_mutex_lock(&forks[(seat + 1) % kSeats]);  // FINDING
  pthread_mutex_unlock(&forks[(seat + 1) % kSeats]);
  pthread_mutex_unlock(&forks[seat]);
  return NULL;
}

int main(void) {
  pthread_t threads[kSeats];
  for (size_t seat = 0; seat < kSeats; ++seat) pthread_create(&threads[seat], NULL, dine, (void*)seat);
  for (size_t seat = 0; seat < kSeats; ++seat) pthread_join(threads[seat], NULL);
  return 0;
}
