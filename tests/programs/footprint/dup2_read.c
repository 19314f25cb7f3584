// A number comes to mean another file while another thread reads from it.
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

static int descriptor, other;
static atomic_int step, gate;

static void* one(void* unused) {
  step = 1;
  dup2(other, descriptor);
  step = 2;
  return unused;
}

static void* two(void* unused) {
  char byte = 0;
  read(descriptor, &byte, 1);
  if (step == 1 && gate) assert(byte == 'a');  // FINDING
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
  other = memfd_create("other", 0);
  write(other, "xyz", 3);
  lseek(other, 0, SEEK_SET);
  pthread_t threads[3];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, two, 0);
  pthread_create(&threads[2], 0, three, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
}
