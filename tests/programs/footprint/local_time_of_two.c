// Who asks for the local time first is told the same as all others, and finds the same memory afterwards.
// HEDDLE: strategy=exact verdict=clean
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

static atomic_int step, gate;

static void* one(void* unused) {
  time_t start = 0;
  struct tm parts;
  localtime_r(&start, &parts);
  void* block = malloc(8);
  step = 1;
  if (gate) step = (int)((long)block & 0xfffff);
  free(block);
  return unused;
}

static void* two(void* unused) {
  gate = 1;
  gate = 0;
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, one, 0);
  pthread_create(&threads[2], 0, two, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
}
