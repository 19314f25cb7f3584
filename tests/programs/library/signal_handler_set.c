// SPDX-License-Identifier: Apache-2.0
//
// Handlers of signals are of all threads: which one runs depends on who was faster.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-DWITH_SIGACTION
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DWITH_SIGACTION
// HEDDLE: strategy=default verdict=clean flags=-DORDERED
// HEDDLE: strategy=dfs verdict=clean flags=-DORDERED
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t was_handled;

static void handle(int number) {
  (void)number;
  was_handled = 1;
}

static void* set_handler(void* unused) {
#ifdef WITH_SIGACTION
  struct sigaction wish = {0}, old;
  wish.sa_handler = handle;
  sigaction(SIGUSR1, &wish, &old);
  assert(old.sa_handler == SIG_IGN);
#else
  sighandler_t old = signal(SIGUSR1, handle);
  assert(old == SIG_IGN);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  signal(SIGUSR1, SIG_IGN);
  pthread_create(&thread, NULL, set_handler, NULL);
#ifdef ORDERED
  pthread_join(thread, NULL);
  raise(SIGUSR1);
  assert(was_handled);
#else
  raise(SIGUSR1);
  assert(!was_handled);  // FINDING
  pthread_join(thread, NULL);
#endif
  return 0;
}
