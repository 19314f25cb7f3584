// SPDX-License-Identifier: Apache-2.0
//
// _exit in a thread ends the process with its code, without destructors.
//
// HEDDLE: strategy=dfs verdict=finding kind=exit-code message="exit code 9" replays=100 races=some
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

int x;

static void* work(void* unused) {
  x = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  if (x) _exit(9);  // FINDING
  pthread_join(thread, NULL);
  return 0;
}
