// SPDX-License-Identifier: Apache-2.0
//
// realloc makes a block smaller: whoever uses what is not there any more is past its end, whoever uses the old block comes too
// late. -DOLD: the latter.
//
// HEDDLE: strategy=dfs verdict=finding kind=buffer-overflow
// HEDDLE: strategy=default verdict=finding kind=buffer-overflow
// HEDDLE: strategy=dfs verdict=finding kind=use-after-free,data-race flags=-DOLD races=some
// HEDDLE: strategy=default verdict=finding kind=use-after-free,data-race flags=-DOLD races=some
#include <pthread.h>
#include <stdlib.h>

static char* _Atomic block;

static void* use(void* unused) {
  char* mine = block;
#ifdef OLD
  mine[0] = 1;  // FINDING
#else
  if (mine != NULL) mine[20] = 1;  // FINDING
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  char* made = malloc(32);
#ifdef OLD
  block = made;
#endif
  pthread_create(&thread, NULL, use, NULL);
  made = realloc(made, 16);
  block = made;
  pthread_join(thread, NULL);
  free(made);
}
