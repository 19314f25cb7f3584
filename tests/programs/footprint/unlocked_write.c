// What is written so can be read back.
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int step, gate;
static FILE* file;
static int number;
static char bytes[16];

static void* one(void* unused) {
  step = 1;
  pthread_mutex_lock(&lock);
  putc_unlocked('z', file);
  fflush_unlocked(file);
  pthread_mutex_unlock(&lock);
  step = 2;
  return unused;
}

static void* two(void* unused) {
  pthread_mutex_lock(&lock);
  int is_right = pread(number, bytes, 1, 0) == 1 && bytes[0] == 'a';
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
  int descriptor = mkstemp(name);
  write(descriptor, "abcdefgh", 8);
  file = fdopen(descriptor, "r+");
  rewind(file);
  number = fileno_unlocked(file);
  pthread_t threads[3];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, two, 0);
  pthread_create(&threads[2], 0, three, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
}
