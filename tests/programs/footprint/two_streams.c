// Two streams of one file: what the one has written the other reads.
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static FILE *writer, *reader;
static atomic_int step, gate;

static void* one(void* unused) {
  step = 1;
  fputc('x', writer);
  fflush(writer);
  step = 2;
  return unused;
}

static void* two(void* unused) {
  int byte = fgetc(reader);
  if (step == 1 && gate) assert(byte == EOF);  // FINDING
  return unused;
}

static void* three(void* unused) {
  gate = 1;
  gate = 0;
  return unused;
}

int main(void) {
  char name[] = "/tmp/footprintXXXXXX";
  close(mkstemp(name));
  writer = fopen(name, "w");
  reader = fopen(name, "r");
  pthread_t threads[3];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, two, 0);
  pthread_create(&threads[2], 0, three, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
}
