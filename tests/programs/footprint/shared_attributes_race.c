// Without a lock that is a data race.
// HEDDLE: strategy=dfs verdict=finding kind=data-race races=1
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_attr_t attributes;

static void* one(void* unused) {
  pthread_attr_setstacksize(&attributes, 1 << 20);
  return unused;
}

static void* two(void* unused) {
  size_t size;
  pthread_attr_getstacksize(&attributes, &size);
  return unused;
}

int main(void) {
  pthread_attr_init(&attributes);
  pthread_t threads[2];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, two, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
