// SPDX-License-Identifier: Apache-2.0
//
// The memory of a lock is used for data, and for a lock again. -DEARLY: one thread does not wait for that.
//
// HEDDLE: strategy=dfs verdict=clean
// HEDDLE: strategy=default verdict=clean
// HEDDLE: strategy=dfs verdict=finding kind=deadlock,assertion flags=-DEARLY
// HEDDLE: strategy=default verdict=finding kind=deadlock,assertion flags=-DEARLY
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static union {
  pthread_mutex_t mutex;
  volatile long data[5];
} both = {PTHREAD_MUTEX_INITIALIZER};
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void* lock(void* unused) {
#ifndef EARLY
  pthread_mutex_lock(&gate);
#endif
  pthread_mutex_lock(&both.mutex);
  pthread_mutex_unlock(&both.mutex);
#ifndef EARLY
  pthread_mutex_unlock(&gate);
#endif
  return unused;
}
static void* use_as_data(void* unused) {
  pthread_mutex_lock(&gate);
  for (int i = 0; i < 2; ++i) both.data[i] = 0x1234567800000000 + i + 77;
  assert(both.data[1] - both.data[0] == 1);
  pthread_mutex_init(&both.mutex, NULL);
  pthread_mutex_unlock(&gate);
  return unused;
}

static void start(void* (*one)(void*), void* (*other)(void*)) {
  pthread_t first, second;
  pthread_create(&first, NULL, one, NULL);
  pthread_create(&second, NULL, other, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
}

int main(void) { start(lock, use_as_data); }
