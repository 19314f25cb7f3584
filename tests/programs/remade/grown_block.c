// SPDX-License-Identifier: Apache-2.0
//
// A block with a lock in it is moved by realloc, while somebody may hold the lock.
//
// HEDDLE: strategy=default verdict=finding kind=deadlock,use-after-free,assertion options=--keep-going output=deadlock
#include <pthread.h>
#include <stdlib.h>

struct Shared {
  pthread_mutex_t mutex;
  char text[8];
};
static struct Shared* _Atomic shared;

static void* use(void* unused) {
  struct Shared* mine = shared;
  pthread_mutex_lock(&mine->mutex);
  pthread_mutex_unlock(&mine->mutex);
  return unused;
}
static void* grow(void* unused) {
  shared = realloc(shared, 2 * sizeof *shared);
  return unused;
}

static void start(void* (*one)(void*), void* (*other)(void*)) {
  pthread_t first, second;
  pthread_create(&first, NULL, one, NULL);
  pthread_create(&second, NULL, other, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
}

int main(void) {
  shared = calloc(1, sizeof *shared);
  start(use, grow);
  use(NULL);
}
