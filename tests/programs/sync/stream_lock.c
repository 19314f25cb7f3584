// SPDX-License-Identifier: Apache-2.0
//
// The lock of a stream protects more than the stream; it is recursive, and its owner can print meanwhile.
//
// HEDDLE: strategy=dfs verdict=clean executions=55
// MODEL: stream_lock.model
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int x;

static void* add(void* unused) {
  FILE* out = stdout;
  flockfile(out);
  flockfile(out);
  x = x + 1;
  putc('x', out);
  funlockfile(out);
  funlockfile(out);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, add, NULL);
  add(NULL);
  pthread_join(thread, NULL);
  assert(x == 2);
  return 0;
}
