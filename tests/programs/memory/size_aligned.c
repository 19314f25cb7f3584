// SPDX-License-Identifier: Apache-2.0
//
// Blocks of contested sizes, some of them aligned to more than others, some moved by realloc: wherever they are, the thread
// that did not allocate them stays within, or (-DWRONG) does not in one order.
//
// HEDDLE: strategy=exact verdict=clean output="Explored all interleavings" without="does not fit"
// HEDDLE: strategy=dfs verdict=clean
// HEDDLE: strategy=exact verdict=finding kind=buffer-overflow flags=-DWRONG
// HEDDLE: strategy=dfs verdict=finding kind=buffer-overflow flags=-DWRONG
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

enum { kSmall = 64, kMiddle = 65, kLarge = 128 };

static _Atomic int wanted, gate;
static char* _Atomic block;

static void* make(void* unused) {
  int first = wanted;
  char* aligned = aligned_alloc(64, first ? kSmall : kLarge);
  assert((uintptr_t)aligned % 64 == 0);
  void* page = NULL;
  assert(posix_memalign(&page, 4096, first ? kMiddle : kSmall) == 0);
  assert((uintptr_t)page % 4096 == 0);
  aligned = realloc(aligned, first ? kMiddle : kSmall);
  aligned[0] = *(char*)page = (first ? kMiddle : kSmall) - 1;
  block = gate ? page : aligned;
  return unused;
}
static void* use(void* unused) {
  char* mine = block;
  if (mine == NULL) return unused;
#ifdef WRONG
  if (gate) mine[kMiddle - 1] = 1;  // FINDING
#else
  mine[(int)mine[0]] = 1;
#endif
  return unused;
}
static void* say(void* unused) {
  wanted = 1;
  gate = 1;
  return unused;
}

int main(void) {
  pthread_t threads[3];
  void* (*routines[])(void*) = {make, use, say};
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, routines[i], NULL);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
}
