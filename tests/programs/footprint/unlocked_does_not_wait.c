// Whoever holds the lock of a stream does not stop a call that does not ask for it.
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static FILE* file;
static atomic_int step;

static void* one(void* unused) {
  flockfile(file);
  step = 1;
  step = 2;
  funlockfile(file);
  return unused;
}

static void* two(void* unused) {
  putc_unlocked('x', file);
  assert(step != 1);  // FINDING
  return unused;
}

int main(void) {
  file = tmpfile();
  pthread_t threads[2];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, two, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
