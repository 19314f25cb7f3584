// One thread unmaps what the other still uses.
// HEDDLE: strategy=dfs verdict=finding kind=crash,use-after-free
#include <pthread.h>
#include <sys/mman.h>

static int* block;

static void* work(void* unused) {
  *block = 1;  // FINDING
  return unused;
}

int main(void) {
  block = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  munmap(block, 4096);
  pthread_join(thread, 0);
}
