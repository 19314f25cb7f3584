// SPDX-License-Identifier: Apache-2.0
// HEDDLE: strategy=exact verdict=unsupported
// Old ways to change the signal mask would change that of the process, which all threads share here.
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>

static void* holds(void* unused) {
  (void)unused;
  sighold(SIGUSR1);  // UNSUPPORTED
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, holds, 0);
  pthread_join(thread, 0);
  return 0;
}
