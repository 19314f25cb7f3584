// SPDX-License-Identifier: Apache-2.0
//
// Whether a mutex is recursive depends on who was first: an initialiser is stored, -DINIT: it is initialised.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock
// HEDDLE: strategy=default verdict=finding kind=deadlock
// HEDDLE: strategy=dfs verdict=finding kind=deadlock flags=-DINIT
// HEDDLE: strategy=default verdict=finding kind=deadlock flags=-DINIT
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static void* twice(void* unused) {
  pthread_mutex_lock(&gate);
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);  // FINDING
  pthread_mutex_unlock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_unlock(&gate);
  return unused;
}
static void* renew(void* unused) {
  pthread_mutex_lock(&gate);
#ifdef INIT
  pthread_mutex_init(&mutex, NULL);
#else
  mutex = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
#endif
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

int main(void) { start(twice, renew); }
