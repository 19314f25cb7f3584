// SPDX-License-Identifier: Apache-2.0
//
// Unlocks a stream that the other thread has locked.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion message="unlock of a stream that another thread has locked"
#include <pthread.h>
#include <stdio.h>

static void* unlock(void* unused) {
  if (ftrylockfile(stdout) != 0) funlockfile(stdout);  // FINDING
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, unlock, NULL);
  flockfile(stdout);
  pthread_join(thread, NULL);
  return 0;
}
