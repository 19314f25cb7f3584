// SPDX-License-Identifier: Apache-2.0
//
// Thread-local memory goes with its thread.
//
// HEDDLE: strategy=default verdict=finding kind=use-after-free message="in thread-local memory of thread 1, which has ended"
// HEDDLE: strategy=dfs verdict=finding kind=use-after-free flags=-DWRITES message="write of 4 bytes in thread-local memory"
// HEDDLE: strategy=default verdict=clean flags=-DLIVES
#include <pthread.h>
#include <stddef.h>

static _Thread_local int own;
static int* shared;

static void* lend(void* unused) {
  own = 5;
  shared = &own;
  return unused;
}

int main(void) {
  pthread_t thread;
#ifdef LIVES  // main's own
  lend(NULL);
#else
  pthread_create(&thread, NULL, lend, NULL);
  pthread_join(thread, NULL);
#endif
#ifdef WRITES
  *shared = 6;  // FINDING
  return 0;
#else
  return *shared == 6;  // FINDING
#endif
}
