// SPDX-License-Identifier: Apache-2.0
//
// The block is freed by one thread while the other still writes to it; whoever frees it has more to do afterwards.
//
// HEDDLE: strategy=dfs verdict=finding kind=use-after-free replays=100 races=some
// HEDDLE: strategy=dfs verdict=finding kind=use-after-free options=--keep-going executions=20 races=some
// HEDDLE: strategy=random verdict=finding kind=use-after-free races=some
// MODEL: freed_by_another.model
#include <pthread.h>
#include <stdlib.h>

int x;

static void* work(void* block) {
  x = 3;
  *(int*)block = 1;  // FINDING
  return NULL;
}

int main(void) {
  pthread_t thread;
  int* block = malloc(sizeof *block);
  pthread_create(&thread, NULL, work, block);
  free(block);
  x = 1;
  x = 2;
  pthread_join(thread, NULL);
  return 0;
}
