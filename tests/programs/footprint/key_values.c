// Who has the number of a key that another thread makes gets no value by it.
// HEDDLE: strategy=dfs verdict=clean races=ignore
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_key_t key, other;
static atomic_int step;

static void* one(void* unused) {
  pthread_key_create(&other, 0);
  pthread_setspecific(other, &other);
  step = 1;
  return unused;
}

static void* two(void* unused) {
  pthread_key_delete(key);
  if (step == 0) return unused;
  assert(other == key || pthread_getspecific(other) == 0);
  return unused;
}

int main(void) {
  pthread_key_create(&key, 0);
  pthread_t threads[2];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, two, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
