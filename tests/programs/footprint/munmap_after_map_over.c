// Given back once too often, which takes away what another thread has mapped there in between.
// HEDDLE: strategy=dfs verdict=finding kind=use-after-free races=some
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>

static char* block;
static atomic_int gate;

static void* one(void* unused) {
  munmap(block, 8192);
  munmap(block + 4096, 4096);
  return unused;
}

static void* two(void* unused) {
  atomic_int* again = mmap(block + 4096, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  if (gate) assert(atomic_load(again) == 0);  // FINDING
  return unused;
}

static void* three(void* unused) {
  gate = 1;
  gate = 0;
  return unused;
}

int main(void) {
  block = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  *block = 7;
  pthread_t threads[3];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, two, 0);
  pthread_create(&threads[2], 0, three, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
}
