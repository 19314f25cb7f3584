// Mapped memory is fresh in every execution, and at the same place.
// HEDDLE: strategy=dfs verdict=clean options=--paranoid,1
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>

static int* map(void) {
  return mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static void* work(void* mine) {
  int* block = map();
  assert(block[0] == 0);
  block[0] = 7;
  *(int**)mine = block;
  return 0;
}

int main(void) {
  int* theirs;
  pthread_t thread;
  pthread_create(&thread, 0, work, &theirs);
  int* ours = map();
  assert(ours[0] == 0);
  ours[0] = 1;
  pthread_join(thread, 0);
  assert(theirs != ours && theirs[0] == 7);
  assert(munmap(ours, 4096) == 0);
}
