// SPDX-License-Identifier: Apache-2.0
//
// How large a block is depends on the interleaving, where it is does not: another thread goes past its end in some. The size
// is that of a small block, -DLARGE: of a large one, -DCLEARED: of one from calloc, -DALIGNED: of one from aligned_alloc.
//
// HEDDLE: strategy=exact verdict=finding kind=buffer-overflow
// HEDDLE: strategy=exact verdict=finding kind=buffer-overflow flags=-DLARGE
// HEDDLE: strategy=exact verdict=finding kind=buffer-overflow flags=-DCLEARED
// HEDDLE: strategy=exact verdict=finding kind=buffer-overflow flags=-DALIGNED
#include <pthread.h>
#include <stdlib.h>

#ifdef LARGE
enum { kSmall = 4096, kLarge = 8192 };
#else
enum { kSmall = 4, kLarge = 12 };
#endif

static _Atomic int wanted, gate;
static char* _Atomic block;

static void* make(void* unused) {
  int size = wanted ? kSmall : kLarge;
#if defined(CLEARED)
  block = calloc(1, size);
#elif defined(ALIGNED)
  block = aligned_alloc(64, size);
#else
  block = malloc(size);
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
