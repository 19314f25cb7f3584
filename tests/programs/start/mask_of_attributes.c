// SPDX-License-Identifier: Apache-2.0
//
// The signal mask that a thread begins with stands in its attributes, and depends on the interleaving.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int x;

static void* leaf(void* unused) {
  sigset_t set;
  pthread_sigmask(SIG_BLOCK, NULL, &set);
  assert(!sigismember(&set, SIGUSR2));  // FINDING
  return unused;
}

static void* change(void* unused) {
  x = 1;
  x = 0;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_attr_t attributes;
  sigset_t set;
  pthread_attr_init(&attributes);
  pthread_create(&threads[0], NULL, change, NULL);
  sigemptyset(&set);
  if (x) sigaddset(&set, SIGUSR2);
  pthread_attr_setsigmask_np(&attributes, &set);
  pthread_create(&threads[1], &attributes, leaf, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
