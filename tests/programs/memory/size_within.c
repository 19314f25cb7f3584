// SPDX-License-Identifier: Apache-2.0
//
// How large a block is depends on the interleaving, but the other thread stays within what it always has.
//
// HEDDLE: strategy=default verdict=clean output="Explored all interleavings" without="does not fit"
// HEDDLE: strategy=dfs verdict=clean
#include <pthread.h>
#include <stdlib.h>

static _Atomic int wanted;
static char* _Atomic block;

static void* make(void* unused) {
  block = malloc(wanted ? 4 : 12);
  return unused;
}
static void* use(void* unused) {
  char* mine = block;
  if (mine != NULL) mine[3] = 1;
  return unused;
}
static void* say(void* unused) {
  wanted = 1;
  wanted = 0;
  return unused;
}

int main(void) {
  pthread_t threads[3];
  void* (*routines[])(void*) = {make, use, say};
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, routines[i], NULL);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
}
