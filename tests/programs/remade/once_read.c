// SPDX-License-Identifier: Apache-2.0
//
// A program looks into a pthread_once_t to see whether it was done.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=default verdict=finding kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static _Atomic int runs;

static void run(void) { ++runs; }
static void* use(void* unused) {
  pthread_once(&once, run);
  return unused;
}
static void* look(void* unused) {
  assert(*(volatile int*)&once == 0);  // FINDING
  return unused;
}

static void start(void* (*one)(void*), void* (*other)(void*)) {
  pthread_t first, second;
  pthread_create(&first, NULL, one, NULL);
  pthread_create(&second, NULL, other, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
}

int main(void) { start(use, look); }
