// SPDX-License-Identifier: Apache-2.0
//
// Only the thread that made the block looks into it; the other one merely frees it. That is a use all the same.
//
// HEDDLE: strategy=dfs verdict=finding kind=use-after-free races=some
#include <pthread.h>
#include <stdlib.h>

int* handed_over;

static void* make(void* unused) {
  int* block = malloc(sizeof *block);
  *block = 1;
  handed_over = block;
  int seen = *block;  // FINDING
  return (void*)(long)seen;
}

static void* take(void* unused) {
  int* block = handed_over;
  if (block) free(block);
  return NULL;
}

int main(void) {
  pthread_t maker, taker;
  pthread_create(&maker, NULL, make, NULL);
  pthread_create(&taker, NULL, take, NULL);
  pthread_join(maker, NULL);
  pthread_join(taker, NULL);
  return 0;
}
