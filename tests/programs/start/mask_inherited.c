// SPDX-License-Identifier: Apache-2.0
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=default verdict=finding kind=assertion
// A thread takes over its creator's signal mask, which depends on a race.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <signal.h>

static atomic_int x, window, begun;

static void* writes(void* unused) {
  (void)unused;
  x = 1;
  x = 0;
  return 0;
}

static void* opens(void* unused) {
  (void)unused;
  window = 1;
  window = 0;
  return 0;
}

static void* asks(void* unused) {
  (void)unused;
  begun = 1;
  if (window) {
    sigset_t mask;
    begun = 2;
    pthread_sigmask(SIG_BLOCK, 0, &mask);
    assert(!sigismember(&mask, SIGUSR1));  // FINDING
  }
  return 0;
}

int main(void) {
  pthread_t writer, opener, other;
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR1);
  pthread_create(&writer, 0, writes, 0);
  pthread_create(&opener, 0, opens, 0);
  pthread_sigmask(x ? SIG_BLOCK : SIG_UNBLOCK, &blocked, 0);
  pthread_create(&other, 0, asks, 0);
  pthread_join(other, 0);
  pthread_join(writer, 0);
  pthread_join(opener, 0);
  return 0;
}
