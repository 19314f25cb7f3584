// SPDX-License-Identifier: Apache-2.0
//
// A thread asks how large the block of another one is, which depends on the interleaving, and uses just that. -DMANY: of
// more sizes than are kept apart; then the model does not fit.
//
// HEDDLE: strategy=exact verdict=clean output="Explored all interleavings" without="does not fit"
// HEDDLE: strategy=dfs verdict=clean
// HEDDLE: strategy=exact verdict=incomplete output="does not fit" flags=-DMANY
#include <assert.h>
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>

#ifdef MANY
enum { kSizes = 66 };
#else
enum { kSizes = 3 };
#endif

static _Atomic int wanted;
static char* _Atomic block;

// As many granules modulo 8: all of them begin at one address.
static size_t size_of(int number) { return number / 16 * 128 + number % 16 + 1; }

static void* make(void* unused) {
  block = malloc(size_of(wanted));
  return unused;
}
static void* use(void* unused) {
  char* mine = block;
  if (mine == NULL) return unused;
  size_t size = malloc_usable_size(mine);
  assert(size >= 1 && size <= size_of(kSizes - 1));
  mine[size - 1] = 1;
  return unused;
}
static void* say(void* unused) {
  for (int i = 1; i < kSizes; ++i) wanted = i;
  return unused;
}

int main(void) {
  pthread_t threads[3];
  void* (*routines[])(void*) = {make, use, say};
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, routines[i], NULL);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
}
