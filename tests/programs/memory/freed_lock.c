// SPDX-License-Identifier: Apache-2.0
//
// A lock that is freed in some interleavings before somebody takes it, and not in others: both have to be found.
//
// HEDDLE: strategy=default verdict=finding kind=use-after-free,assertion options=--keep-going output="use after free" output="assertion failed: 0"
// HEDDLE: strategy=dfs verdict=finding kind=use-after-free,assertion options=--keep-going output="use after free" output="assertion failed: 0"
// HEDDLE: strategy=default verdict=finding kind=use-after-free,assertion flags=-DHELD options=--keep-going output="use after free" output="assertion failed: 0" output="all interleavings were explored"
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t* lock;

static void* user(void* unused) {
  pthread_mutex_lock(lock);
  pthread_mutex_unlock(lock);
  return unused;
}

int main(void) {
  lock = malloc(sizeof *lock);
  pthread_mutex_init(lock, NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, user, NULL);
#ifdef HELD  // whoever waits for it then is let go, and finds it gone
  pthread_mutex_lock(lock);
#endif
  free(lock);
  pthread_join(thread, NULL);
  assert(0);
}
