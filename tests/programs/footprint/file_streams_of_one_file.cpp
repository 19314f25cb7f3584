// Two streams of one file that nobody changes have nothing to do with each other.
// HEDDLE: strategy=exact verdict=incomplete
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#include <fstream>

static char name[] = "/tmp/footprintXXXXXX";

static void* reads(void* unused) {
  std::ifstream file(name);
  assert(file.get() == 'a');
  assert(file.get() == 'b');
  return unused;
}

int main() {
  write(mkstemp(name), "ab", 2);
  pthread_t threads[2];
  for (pthread_t& thread : threads) pthread_create(&thread, 0, reads, 0);
  for (pthread_t thread : threads) pthread_join(thread, 0);
}
