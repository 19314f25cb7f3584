// A key is deleted, and its number used again.
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_key_t key;
static atomic_int step, gate;

static void* one(void* unused) {
  step = 1;
  pthread_key_delete(key);
  pthread_key_t again;
  pthread_key_create(&again, 0);
  step = 2;
  return unused;
}

static void* two(void* unused) {
  pthread_setspecific(key, &step);
  void* value = pthread_getspecific(key);
  if (step == 1 && gate) assert(value == &step);  // FINDING
  return unused;
}

static void* three(void* unused) {
  gate = 1;
  gate = 0;
  return unused;
}

int main(void) {
  pthread_key_create(&key, 0);
  pthread_t threads[3];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, two, 0);
  pthread_create(&threads[2], 0, three, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
}
