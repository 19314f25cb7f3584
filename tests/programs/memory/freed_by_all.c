// SPDX-License-Identifier: Apache-2.0
//
// Two threads free the same block. Whoever comes second fails in the attempt, and may have been seen only so before:
// where the block is still there, the same thread goes on.
//
// HEDDLE: strategy=dfs verdict=finding kind=double-free options=--keep-going races=some
#include <pthread.h>
#include <stdlib.h>

int* shared;

static void* drop(void* unused) {
  int* block = shared;
  if (!block) return NULL;
  free(block);  // FINDING
  shared = NULL;
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  shared = malloc(sizeof *shared);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, drop, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
