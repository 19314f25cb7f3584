// SPDX-License-Identifier: Apache-2.0
//
// That there is a lock in a block becomes known only from an execution in which the block is freed already. In others it
// is not: the second use of the lock finds it freed.
//
// HEDDLE: strategy=exact verdict=finding kind=use-after-free options=--keep-going races=ignore without=fit
// HEDDLE: strategy=dfs verdict=finding kind=use-after-free options=--keep-going races=ignore
#include <pthread.h>
#include <stdlib.h>

struct Locked {
  int value;
  pthread_mutex_t mutex;
};
static struct Locked* shared;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int count;

static void initialise(void) { count = 2; }

static void* make(void* unused) {
  struct Locked* block = calloc(1, sizeof *block);
  block->value = 3;
  shared = block;
  free(block);
  return unused;
}
static void* use(void* unused) {
  pthread_once(&once, initialise);
  struct Locked* block = shared;
  if (block == NULL) return unused;
  pthread_mutex_lock(&block->mutex);
  pthread_mutex_unlock(&block->mutex);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, make, NULL);
  pthread_create(&threads[1], NULL, use, NULL);
  return 0;
}
