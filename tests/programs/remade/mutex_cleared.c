// SPDX-License-Identifier: Apache-2.0
//
// A mutex is cleared while a thread may hold it: then it excludes nobody.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=default verdict=finding kind=assertion
#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int inside;

static void* hold(void* unused) {
  pthread_mutex_lock(&mutex);
  ++inside;
  --inside;
  pthread_mutex_unlock(&mutex);  // FINDING
  return unused;
}
static void* clear(void* unused) {
  memset(&mutex, 0, sizeof mutex);
  pthread_mutex_lock(&mutex);
  assert(inside == 0);  // FINDING
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void start(void* (*one)(void*), void* (*other)(void*)) {
  pthread_t first, second;
  pthread_create(&first, NULL, one, NULL);
  pthread_create(&second, NULL, other, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
}

int main(void) { start(hold, clear); }
