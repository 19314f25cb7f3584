// SPDX-License-Identifier: Apache-2.0
//
// A thread that nobody waits for may register a function before the process begins to end, while it does, or never; a
// function that runs at the end may register another, which comes next.
//
// HEDDLE: strategy=default verdict=finding kind=exit-code
// HEDDLE: strategy=dfs verdict=finding kind=exit-code
// HEDDLE: strategy=default verdict=clean flags=-DONLY_MAIN
// HEDDLE: strategy=dfs verdict=clean flags=-DONLY_MAIN
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int order;

static void next(void) { assert(atomic_fetch_add(&order, 1) == 1); }
static void last(void) { assert(atomic_fetch_add(&order, 1) == 2); }
static void first(void) {
  assert(atomic_fetch_add(&order, 1) == 0);
  atexit(next);
}
static void late(void) {
  if (atomic_load(&order) == 3) _exit(3);  // FINDING
}

static void* work(void* unused) {
#ifndef ONLY_MAIN
  atexit(late);
#else
  (void)late;
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  atexit(last);
  atexit(first);
  pthread_create(&thread, NULL, work, NULL);
  pthread_detach(thread);
  return 0;
}
