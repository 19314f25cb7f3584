// A name is asked for that another thread makes a file of.
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char name[] = "/tmp/footprintXXXXXX";
static atomic_int step, gate;

static void* one(void* unused) {
  step = 1;
  close(open(name, O_RDWR | O_CREAT, 0600));
  step = 2;
  return unused;
}

static void* two(void* unused) {
  struct stat facts;
  int code = stat(name, &facts);
  if (step == 1 && gate) assert(code == -1);  // FINDING
  return unused;
}

static void* three(void* unused) {
  gate = 1;
  gate = 0;
  return unused;
}

int main(void) {
  close(mkstemp(name));
  unlink(name);
  pthread_t threads[3];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, two, 0);
  pthread_create(&threads[2], 0, three, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
}
