// SPDX-License-Identifier: Apache-2.0
//
// Nodes of several sizes begin at one address, and each says how large it is: the other thread uses all of it, and no more.
// -DORDER: which of two comes first depends on the interleaving.
//
// HEDDLE: strategy=exact verdict=clean output="Explored all interleavings" without="does not fit"
// HEDDLE: strategy=dfs verdict=clean
// HEDDLE: strategy=exact verdict=clean output="Explored all interleavings" without="does not fit" flags=-DORDER
// HEDDLE: strategy=dfs verdict=clean flags=-DORDER
#include <pthread.h>
#include <stdlib.h>

struct Node {
  int size;
  char content[];
};

static _Atomic int wanted;
static struct Node* _Atomic published;

static struct Node* node(int size) {
  struct Node* made = malloc(sizeof *made + size);
  made->size = size;
  return made;
}

static void* make(void* unused) {
#ifdef ORDER
  int first = wanted ? 14 : 20;
  struct Node *one = node(first), *other = node(34 - first);
  published = wanted ? one : other;
#else
  published = node(wanted ? 3 : 9);
#endif
  return unused;
}
static void* use(void* unused) {
  struct Node* mine = published;
  if (mine != NULL) mine->content[mine->size - 1] = 1;
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
