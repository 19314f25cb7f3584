// SPDX-License-Identifier: Apache-2.0
//
// The static initialiser is stored over a mutex, while nobody holds it: no harm. -DHELD: somebody may.
//
// HEDDLE: strategy=dfs verdict=clean
// HEDDLE: strategy=default verdict=clean
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DHELD
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-DHELD
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER, mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void* hold(void* unused) {
#ifndef HELD
  pthread_mutex_lock(&gate);
#endif
  pthread_mutex_lock(&mutex);
  ++count;
  pthread_mutex_unlock(&mutex);  // FINDING
#ifndef HELD
  pthread_mutex_unlock(&gate);
#endif
  return unused;
}
static void* renew(void* unused) {
  pthread_mutex_lock(&gate);
  mutex = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
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

int main(void) {
  start(hold, renew);
  assert(count == 1);
}
