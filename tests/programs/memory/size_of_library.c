// SPDX-License-Identifier: Apache-2.0
//
// How large a block is that a function of libc allocates depends on the interleaving: another thread goes past its end in
// some.
//
// HEDDLE: strategy=exact verdict=finding kind=buffer-overflow
// HEDDLE: strategy=dfs verdict=finding kind=buffer-overflow
#include <pthread.h>
#include <stdlib.h>

static _Atomic int wanted, gate;
static char* _Atomic path;

static void* make(void* unused) {
  path = realpath(wanted ? "/" : "/dev/..//dev", NULL);
  return unused;
}
static void* use(void* unused) {
  char* mine = path;
  if (mine != NULL && gate) mine[3] = 'b';  // FINDING
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
