// Standard output is redirected to a file while another thread prints.
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

static int descriptor;
static atomic_int step, gate;

static void* one(void* unused) {
  step = 1;
  dup2(descriptor, 1);
  step = 2;
  return unused;
}

static void* two(void* unused) {
  printf("x");
  fflush(stdout);
  off_t at = lseek(descriptor, 0, SEEK_CUR);
  if (step == 1 && gate) assert(at == 0);  // FINDING
  return unused;
}

static void* three(void* unused) {
  gate = 1;
  gate = 0;
  return unused;
}

int main(void) {
  descriptor = memfd_create("file", 0);
  write(descriptor, "abcdef", 6);
  lseek(descriptor, 0, SEEK_SET);
  pthread_t threads[3];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, two, 0);
  pthread_create(&threads[2], 0, three, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
}
