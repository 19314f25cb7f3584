// One file is open twice: what the one writes the other reads.
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static int descriptor, again;
static atomic_int step, gate;

static void* one(void* unused) {
  step = 1;
  pwrite(descriptor, "x", 1, 0);
  step = 2;
  return unused;
}

static void* two(void* unused) {
  char byte = 0;
  pread(again, &byte, 1, 0);
  if (step == 1 && gate) assert(byte == 'a');  // FINDING
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
  write(descriptor, "abc", 3);
  again = open(name, O_RDONLY);
  pthread_t threads[3];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, two, 0);
  pthread_create(&threads[2], 0, three, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
}
