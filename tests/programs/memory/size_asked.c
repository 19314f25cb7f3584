// SPDX-License-Identifier: Apache-2.0
//
// A thread asks how large a block is that another one has allocated.
//
// HEDDLE: strategy=exact verdict=finding kind=assertion
#include <assert.h>
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>

static _Atomic int wanted, gate;
static char* _Atomic block;

static void* make(void* unused) {
  block = malloc(wanted ? 5 : 6);
  return unused;
}
static void* use(void* unused) {
  char* mine = block;
  if (mine != NULL && gate) assert(malloc_usable_size(mine) != 5);  // FINDING
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
