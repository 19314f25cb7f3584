// SPDX-License-Identifier: Apache-2.0
//
// The access that crashes is the first operation after a switch, and the thread before it could have gone on: that
// switch is part of the finding, and the executions without it are explored as well.
//
// HEDDLE: strategy=dfs verdict=finding kind=null-dereference replays=100 races=some
// HEDDLE: strategy=dfs verdict=finding kind=null-dereference options=--keep-going executions=20 races=some
// HEDDLE: strategy=random verdict=finding kind=null-dereference races=some
// HEDDLE: strategy=pct verdict=finding kind=null-dereference races=some
// HEDDLE: strategy=dfs verdict=finding kind=crash flags=-DWILD options=--keep-going executions=20 races=some
// HEDDLE: strategy=random verdict=finding kind=crash flags=-DWILD races=some
// MODEL: after_switch.model
#include <pthread.h>
#include <stddef.h>

#ifdef WILD
#define NOWHERE ((int*)0x123456789000)
#else
#define NOWHERE NULL
#endif

int x, y;
int* volatile place = &x;

static void* work(void* unused) {
  int* seen = place;
  *seen = 1;  // FINDING
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  place = NOWHERE;
  y = 1;
  y = 2;
  pthread_join(thread, NULL);
  return 0;
}
