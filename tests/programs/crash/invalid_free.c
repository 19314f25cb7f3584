// SPDX-License-Identifier: Apache-2.0
//
// Memory that malloc did not return must not be freed.
//
// HEDDLE: strategy=dfs verdict=finding kind=invalid-free replays=100
#include <pthread.h>
#include <stdlib.h>

int numbers[4];

static void* release(void* block) {
  free(block);  // FINDING
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, release, &numbers[1]);
  pthread_join(thread, NULL);
  return 0;
}
