// SPDX-License-Identifier: Apache-2.0
//
// A thread frees the block of another one without knowing how large it is, -DMOVED: by realloc. What is gone with it
// depends on that: the owner still uses the end of the larger one.
//
// HEDDLE: strategy=exact verdict=finding kind=use-after-free races=ignore
// HEDDLE: strategy=dfs verdict=finding kind=use-after-free races=ignore
// HEDDLE: strategy=exact verdict=finding kind=use-after-free races=ignore flags=-DMOVED
// HEDDLE: strategy=dfs verdict=finding kind=use-after-free races=ignore flags=-DMOVED
#include <pthread.h>
#include <stdlib.h>

static _Atomic int wanted, gate;
static char* _Atomic block;

static void* make(void* unused) {
  int size = wanted ? 12 : 4;
  char* mine = malloc(size);
  block = mine;
  if (size == 12 && gate == 1) mine[8] = 1;  // FINDING
  return unused;
}
static void* use(void* unused) {
#ifdef MOVED
  char* mine = block;
  if (mine != NULL && gate == 1) free(realloc(mine, 2));
#else
  free(block);
#endif
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
