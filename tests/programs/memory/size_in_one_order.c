// SPDX-License-Identifier: Apache-2.0
//
// A thread goes past the end of another one's node by one byte, only if that was allocated in one of two orders and one more
// thing has happened. -DFIXED: it never does.
//
// HEDDLE: strategy=exact verdict=finding kind=buffer-overflow replays=3
// HEDDLE: strategy=dfs verdict=finding kind=buffer-overflow
// HEDDLE: strategy=exact verdict=clean output="Explored all interleavings" without="does not fit" flags=-DFIXED
// HEDDLE: strategy=dfs verdict=clean flags=-DFIXED
#include <pthread.h>
#include <stdlib.h>

enum { kSmall = 20, kLarge = 21 };

static _Atomic int wanted, gate;
static char* _Atomic block;

static void* make(void* unused) {
  int is_small = wanted;
  char* first = malloc(is_small ? kSmall : kLarge);
  char* second = malloc(is_small ? kLarge : kSmall);
#ifdef FIXED
  block = is_small ? second : first;
#else
  (void)second;
  block = first;
#endif
  return unused;
}
static void* use(void* unused) {
  char* mine = block;
  if (mine != NULL && gate) mine[kLarge - 1] = 1;  // FINDING
  return unused;
}
static void* say(void* unused) {
  wanted = 1;
  wanted = 0;
  gate = 1;
  gate = 0;
  return unused;
}

int main(void) {
  pthread_t threads[3];
  void* (*routines[])(void*) = {make, use, say};
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, routines[i], NULL);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
}
