// SPDX-License-Identifier: Apache-2.0
//
// An error-checking mutex refuses to be taken twice and to be given back by a stranger; the refusals are
// operations too.
//
// HEDDLE: strategy=dfs verdict=clean executions=125
// MODEL: errorcheck.model
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t mutex = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
int x;

static void* first(void* unused) {
  pthread_mutex_lock(&mutex);
  assert(pthread_mutex_lock(&mutex) == EDEADLK);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* second(void* unused) {
  assert(pthread_mutex_unlock(&mutex) == EPERM);
  x = 2;
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
