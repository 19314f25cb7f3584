// SPDX-License-Identifier: Apache-2.0
//
// A thread ends without giving the stream back. Nothing of that is left when the next execution begins.
//
// HEDDLE: strategy=dfs options=--keep-going,--paranoid,1 verdict=finding kind=deadlock
#include <pthread.h>
#include <stdio.h>

static void* lock(void* unused) {
  flockfile(stdout);
  return unused;
}

int main(void) {
  pthread_t thread;
  if (ftrylockfile(stdout) != 0) return 1;  // left by another execution
  funlockfile(stdout);
  pthread_create(&thread, NULL, lock, NULL);
  printf("%d\n", 12);  // FINDING
  pthread_join(thread, NULL);
  return 0;
}
