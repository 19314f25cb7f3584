// The number of a new key is written to memory of the program.
// HEDDLE: strategy=dfs verdict=finding kind=assertion,data-race races=some
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_key_t key = 77;
static atomic_int step, gate;

static void* one(void* unused) {
  step = 1;
  pthread_key_create(&key, 0);
  step = 2;
  return unused;
}

static void* two(void* unused) {
  pthread_key_t seen = key;
  if (step == 1 && gate) assert(seen == 77);  // FINDING
  return unused;
}

static void* three(void* unused) {
  gate = 1;
  gate = 0;
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, two, 0);
  pthread_create(&threads[2], 0, three, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
}
