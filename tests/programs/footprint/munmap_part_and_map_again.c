// A part of it is given back and mapped again by another thread: the rest stays, the part begins as zeroes.
// HEDDLE: strategy=dfs verdict=clean
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>

static char* block;
static atomic_int step;

static void* one(void* unused) {
  munmap(block + 4096, 4096);
  munmap(block + 4096, 4096);
  step = 1;
  return unused;
}

static void* two(void* unused) {
  if (step == 1) {
    char* again = mmap(block + 4096, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    assert(again[0] == 0 && *block == 7);
  }
  return unused;
}

int main(void) {
  block = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  *block = 7;
  block[4096] = 9;
  pthread_t threads[2];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, two, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
