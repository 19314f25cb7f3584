// SPDX-License-Identifier: Apache-2.0
//
// Two writes, and no third thread that reads: one of the writers does, once it has joined the other.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=3
// MODEL: writer_reads_behind_join.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

_Atomic int x;

static void* other(void* unused) {
  x = 2;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  x = 1;
  pthread_join(thread, NULL);
  assert(x != 1);  // FINDING
  return 0;
}
