// What stands in buffers is in files after fflush(NULL).
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static FILE* file;
static atomic_int step, gate;

static void* one(void* unused) {
  step = 1;
  fflush(NULL);
  step = 2;
  return unused;
}

static void* two(void* unused) {
  off_t end = lseek(fileno(file), 0, SEEK_END);
  if (step == 1 && gate) assert(end == 0);  // FINDING
  return unused;
}

static void* three(void* unused) {
  gate = 1;
  gate = 0;
  return unused;
}

int main(void) {
  file = tmpfile();
  fputs("abc", file);
  pthread_t threads[3];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, two, 0);
  pthread_create(&threads[2], 0, three, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
}
