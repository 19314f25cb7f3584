// With O_APPEND every write goes to the end, which another thread moves.
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int descriptor, log_file;
static atomic_int step, gate;

static void* one(void* unused) {
  step = 1;
  ftruncate(descriptor, 0);
  step = 2;
  return unused;
}

static void* two(void* unused) {
  write(log_file, "xy", 2);
  off_t end = lseek(descriptor, 0, SEEK_END);
  if (step == 2 && gate) assert(end != 0 && end != 2);  // FINDING
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
  log_file = open(name, O_WRONLY | O_APPEND);
  pthread_t threads[3];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, two, 0);
  pthread_create(&threads[2], 0, three, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
}
