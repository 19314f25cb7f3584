// What goes to a file through a C++ stream can be read back.
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#include <assert.h>
#include <atomic>
#include <fstream>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static std::atomic<int> step, gate;
static int descriptor;
static std::ofstream file;

static void* one(void* unused) {
  step = 1;
  file << 1 << "x" << std::flush;
  step = 2;
  return unused;
}

static void* two(void* unused) {
  char byte = 0;
  pread(descriptor, &byte, 1, 0);
  bool is_right = byte == 'a';
  if (step == 1 && gate) assert(is_right);  // FINDING
  return unused;
}

static void* three(void* unused) {
  gate = 1;
  gate = 0;
  return unused;
}

int main(void) {
  char name[] = "/tmp/footprintXXXXXX";
  descriptor = mkstemp(name);
  write(descriptor, "abcd", 4);
  file.open(name, std::ios::in | std::ios::out);
  pthread_t threads[3];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, two, 0);
  pthread_create(&threads[2], 0, three, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
}
