// SPDX-License-Identifier: Apache-2.0
//
// A thread that computes for ever and has locked a stream; another one waits for it.
//
// HEDDLE: strategy=random verdict=finding kind=hang replays=2
#include <pthread.h>
#include <stdio.h>

static void* compute(void* unused) {
  flockfile(stdout);
  for (;;) {  // FINDING
  }
  funlockfile(stdout);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, compute, NULL);
  puts("text");
  pthread_join(thread, NULL);
  return 0;
}
