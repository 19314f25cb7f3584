// SPDX-License-Identifier: Apache-2.0
//
// Two streams locked in opposite orders. The report calls them by their names.
//
// HEDDLE: strategy=random verdict=finding kind=deadlock output="blocked on mutex stdout held by" output="blocked on mutex stderr held by"
// HEDDLE: strategy=dfs options=--keep-going verdict=finding kind=deadlock executions=288
// MODEL: stream_locks.model
#include <pthread.h>
#include <stdio.h>

static void* first(void* unused) {
  flockfile(stdout);
  flockfile(stderr);  // FINDING
  funlockfile(stderr);
  funlockfile(stdout);
  return unused;
}

static void* second(void* unused) {
  flockfile(stderr);
  flockfile(stdout);  // FINDING
  funlockfile(stdout);
  funlockfile(stderr);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, first, NULL);
  second(NULL);
  pthread_join(thread, NULL);
  return 0;
}
