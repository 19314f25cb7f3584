// SPDX-License-Identifier: Apache-2.0
//
// Accesses to allocated memory are operations, so is free; malloc is none.
//
// HEDDLE: strategy=dfs verdict=clean executions=6
// MODEL: heap.model
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static void* work(void* argument) {
  int* shared = argument;
  *shared = 1;
  return NULL;
}

int main(void) {
  int* shared = malloc(sizeof *shared);
  pthread_t thread;
  pthread_create(&thread, NULL, work, shared);
  int* other = malloc(sizeof *other);
  *other = 2;
  free(other);
  pthread_join(thread, NULL);
  free(shared);
  return 0;
}
