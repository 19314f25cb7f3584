// SPDX-License-Identifier: Apache-2.0
//
// A buffer that several threads fill is memory of all of them: filling it is a write, and only who has filled it last can jump.
//
// HEDDLE: strategy=default verdict=finding kind=data-race races=1
// HEDDLE: strategy=dfs verdict=finding kind=data-race races=1
// HEDDLE: strategy=default verdict=unsupported races=ignore flags=-DJUMPS output="jumps to where another thread was"
// HEDDLE: strategy=dfs verdict=unsupported races=ignore flags=-DJUMPS output="jumps to where another thread was"
// HEDDLE: strategy=default verdict=clean flags=-DJUMPS,-DOWN
// HEDDLE: strategy=dfs verdict=clean flags=-DJUMPS,-DOWN
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>

#ifdef OWN
static _Thread_local jmp_buf place;
#else
static jmp_buf place;
#endif
static atomic_int turn;

static void* fills(void* unused) {
  if (setjmp(place) == 0) turn = 1;
  return unused;
}

static void* jumps(void* unused) {
  if (setjmp(place) == 0) {
    turn = 2;
#ifdef JUMPS
    longjmp(place, 1);
#endif
  }
  return unused;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, fills, 0);
  pthread_create(&other, 0, jumps, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return 0;
}
