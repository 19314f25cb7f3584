// Two threads give the same pages back: no mistake, the second finds nothing to do.
// HEDDLE: strategy=dfs verdict=clean
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>

static atomic_int* block;

static void* one(void* unused) {
  assert(munmap(block, 8192) == 0);
  return unused;
}

int main(void) {
  block = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  *block = 7;
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, one, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  assert(munmap(block, 4096) == 0);
}
