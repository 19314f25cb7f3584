// SPDX-License-Identifier: Apache-2.0
//
// ftrylockfile: goes on without the lock when another thread has it.
//
// HEDDLE: strategy=random verdict=finding kind=assertion races=some
// HEDDLE: strategy=dfs options=--keep-going verdict=finding kind=assertion executions=281 races=some
// MODEL: stream_trylock.model
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int x;

static void* add(void* unused) {
  FILE* out = stderr;
  int taken = ftrylockfile(out) == 0;
  x = x + 1;
  if (taken) funlockfile(out);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, add, NULL);
  add(NULL);
  pthread_join(thread, NULL);
  assert(x == 2);  // FINDING
  return 0;
}
