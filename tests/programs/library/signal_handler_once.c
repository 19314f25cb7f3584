// SPDX-License-Identifier: Apache-2.0
//
// A handler that is for one signal only: of two threads that raise it, one calls the handler. Who asks what the handler is
// does not use it up.
//
// HEDDLE: strategy=default verdict=clean
// HEDDLE: strategy=dfs verdict=clean
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-DSET_AGAIN
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DSET_AGAIN
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int calls;

static void handle(int number) {
  (void)number;
  ++calls;
}

static void set_handler(void) {
  struct sigaction wish = {0};
  wish.sa_handler = handle;
  wish.sa_flags = SA_RESETHAND;
  sigaction(SIGURG, &wish, NULL);
}

static void* raises(void* unused) {
  struct sigaction now;
  sigaction(SIGURG, NULL, &now);
  raise(SIGURG);
  return unused;
}

int main(void) {
  pthread_t first, second;
  set_handler();
  pthread_create(&first, NULL, raises, NULL);
  pthread_create(&second, NULL, raises, NULL);
#ifdef SET_AGAIN
  set_handler();
#endif
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(calls == 1);  // FINDING
  return 0;
}
