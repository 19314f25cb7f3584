// SPDX-License-Identifier: Apache-2.0
//
// The block is freed while another thread still reads it.
//
// HEDDLE: strategy=dfs verdict=finding kind=use-after-free message="read of 4 bytes at offset 8 of a block of 16 bytes" replays=100 races=some
// HEDDLE: strategy=dfs verdict=finding kind=use-after-free message="use_after_free.c:16" races=some
// HEDDLE: strategy=random verdict=finding kind=use-after-free message="use_after_free.c:26" races=some
#include <pthread.h>
#include <stdlib.h>

int* shared;
int total;

static void* release(void* unused) {
  int* mine = shared;
  free(mine);
  return unused;
}

static void* use(void* unused) {
  total += shared[2];  // FINDING
  return unused;
}

int main(void) {
  shared = calloc(4, sizeof *shared);
  pthread_t one, two;
  pthread_create(&one, NULL, release, NULL);
  pthread_create(&two, NULL, use, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
