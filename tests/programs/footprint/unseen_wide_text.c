// Whichever of the two is known.
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <wchar.h>

static atomic_int step, gate;
static FILE* file;

static void* one(void* unused) {
  step = 1;
  fputws(L"abc", file);
  fflush(file);
  step = 2;
  return unused;
}

static void* two(void* unused) {
  int is_right = lseek(fileno(file), 0, SEEK_END) == 0;
  if (step == 1 && gate) assert(is_right);  // FINDING
  return unused;
}

static void* three(void* unused) {
  gate = 1;
  gate = 0;
  return unused;
}

int main(void) {
  file = tmpfile();
  pthread_t threads[3];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, two, 0);
  pthread_create(&threads[2], 0, three, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
}
