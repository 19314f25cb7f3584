// SPDX-License-Identifier: Apache-2.0
//
// What threads register for the end of the process runs in the reverse order of their calls, with exit and quick_exit.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-DQUICK
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DQUICK
// HEDDLE: strategy=default verdict=clean flags=-DORDERED
// HEDDLE: strategy=dfs verdict=clean flags=-DORDERED
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

#ifdef QUICK
#define REGISTER at_quick_exit
#define END quick_exit
#else
#define REGISTER atexit
#define END exit
#endif

static int order;

static void one(void) { order = order * 10 + 1; }
static void other(void) { order = order * 10 + 2; }
static void check(void) {
  assert(order != 12);  // FINDING
}

static void* add_one(void* unused) {
  REGISTER(one);
  return unused;
}

static void* add_other(void* unused) {
  REGISTER(other);
  return unused;
}

int main(void) {
  pthread_t first, second;
  REGISTER(check);
  pthread_create(&first, NULL, add_one, NULL);
#ifdef ORDERED
  pthread_join(first, NULL);
#endif
  pthread_create(&second, NULL, add_other, NULL);
#ifndef ORDERED
  pthread_join(first, NULL);
#endif
  pthread_join(second, NULL);
  END(0);
}
