// SPDX-License-Identifier: Apache-2.0
//
// Whoever ignores a signal takes it from the threads for which it waits, which is not modelled. That one waits is nothing
// in memory.
//
// HEDDLE: strategy=dfs verdict=unsupported output="waits for another thread"
// HEDDLE: strategy=default verdict=unsupported output="waits for another thread"
// HEDDLE: strategy=dfs verdict=clean flags=-DNOT_BLOCKED
// HEDDLE: strategy=default verdict=clean flags=-DNOT_BLOCKED
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int a, b, c;

static void handle(int number) { (void)number; }

static void* raises(void* unused) {
#ifndef NOT_BLOCKED
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &blocked, 0);
#endif
  if (a) raise(SIGUSR1);
  b = 1;
  b = 2;
  return unused;
}

static void* ignores(void* unused) {
  if (c && b == 1) signal(SIGUSR1, SIG_IGN);
  return unused;
}

static void* disturbs(void* unused) {
  a = 1;
  a = 0;
  c = 1;
  c = 0;
  return unused;
}

int main(void) {
  pthread_t threads[3];
  signal(SIGUSR1, handle);
  pthread_create(&threads[0], 0, raises, 0);
  pthread_create(&threads[1], 0, ignores, 0);
  pthread_create(&threads[2], 0, disturbs, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  return 0;
}
