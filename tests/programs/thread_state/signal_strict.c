// SPDX-License-Identifier: Apache-2.0
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-std=c11,-D_XOPEN_SOURCE=700
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-std=c11,-D_XOPEN_SOURCE=700
// With strict standards signal() is another function: its handler is for one signal.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int a, b, c, d;
static void notes(int signal) {
  (void)signal;
}

static void* watches(void* unused) {
  (void)unused;
  if (a) signal(SIGUSR1, notes);
  b = 1;
  if (c) {
    d = 2;
    assert(signal(SIGUSR1, SIG_DFL) == SIG_DFL);  // FINDING
  }
  return 0;
}

static void* disturbs(void* unused) {
  (void)unused;
  a = 1;
  a = 0;
  return 0;
}

static void* opens(void* unused) {
  (void)unused;
  c = 1;
  c = 0;
  return 0;
}

int main(void) {
  signal(SIGUSR1, SIG_DFL);
  pthread_t threads[3];
  pthread_create(&threads[0], 0, watches, 0);
  pthread_create(&threads[1], 0, disturbs, 0);
  pthread_create(&threads[2], 0, opens, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  return 0;
}
