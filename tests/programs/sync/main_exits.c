// SPDX-License-Identifier: Apache-2.0
//
// main leaves with pthread_exit: the process goes on and ends with 0 when its last thread has ended; then the functions
// of atexit run.
//
// HEDDLE: strategy=dfs verdict=clean executions=10
// HEDDLE: strategy=dfs verdict=finding kind=exit-code flags=-DFAILS
// MODEL: main_exits.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

int x, at_end;

static void check(void) {
  assert(x == 1);
#ifdef FAILS
  _exit(3);
#endif
}

static void* work(void* unused) {
  x = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  atexit(check);
  pthread_create(&thread, NULL, work, NULL);
  at_end = 1;
  pthread_exit(NULL);
}
