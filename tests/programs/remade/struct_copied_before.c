// SPDX-License-Identifier: Apache-2.0
//
// A struct with a lock is made in one place and copied to another, as long as nobody has to do with it: no harm.
//
// HEDDLE: strategy=dfs verdict=clean
// HEDDLE: strategy=default verdict=clean
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct Counter {
  int value;
  pthread_mutex_t mutex;
};
static struct Counter* counter;

static struct Counter make(int value) {
  struct Counter made;
  made.value = value;
  pthread_mutex_init(&made.mutex, NULL);
  return made;
}
static void* count(void* unused) {
  pthread_mutex_lock(&counter->mutex);
  ++counter->value;
  pthread_mutex_unlock(&counter->mutex);
  return unused;
}

static void start(void* (*one)(void*), void* (*other)(void*)) {
  pthread_t first, second;
  pthread_create(&first, NULL, one, NULL);
  pthread_create(&second, NULL, other, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
}

int main(void) {
  counter = malloc(sizeof *counter);
  *counter = make(5);
  start(count, count);
  assert(counter->value == 7);
  free(counter);
}
