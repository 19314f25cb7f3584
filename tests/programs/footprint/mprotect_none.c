// Memory is protected while another thread reads it. Protection is in no model: every interleaving is executed.
// HEDDLE: strategy=default verdict=finding kind=crash
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>

static atomic_int* block;
static atomic_int step;

static void* one(void* unused) {
  step = 1;
  mprotect(block, 4096, PROT_NONE);
  step = 2;
  return unused;
}

static void* two(void* unused) {
  if (step == 1) atomic_load(block);  // FINDING
  return unused;
}

int main(void) {
  block = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  *block = 7;
  pthread_t threads[2];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, two, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
