// Two threads read from one stream: each gets something else.
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#include <assert.h>
#include <atomic>
#include <fstream>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static std::atomic<int> step, gate;
static int descriptor;
static std::ifstream file;

static void* one(void* unused) {
  step = 1;
  pthread_mutex_lock(&lock);
  file.get();
  pthread_mutex_unlock(&lock);
  step = 2;
  return unused;
}

static void* two(void* unused) {
  pthread_mutex_lock(&lock);
  bool is_right = file.get() == 'a';
  pthread_mutex_unlock(&lock);
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
  file.open(name);
  pthread_t threads[3];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, two, 0);
  pthread_create(&threads[2], 0, three, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
}
