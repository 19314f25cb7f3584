// SPDX-License-Identifier: Apache-2.0
//
// Advice about pages says whether they are there.
//
// HEDDLE: strategy=default verdict=incomplete
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-DGATES_OPEN
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef GATES_OPEN
enum { kRounds = 1 };
#else
enum { kRounds = 300 };  // executions at random hardly meet the one that counts
#endif
static atomic_int gate;
static void* pages;

static void* asks(void* unused) {
  if (gate == (kRounds + 1) / 2) assert(posix_madvise(pages, 4096, POSIX_MADV_WILLNEED) == 0);  // FINDING
  return unused;
}

static void* counts(void* unused) {
  for (int i = 1; i <= kRounds; i++) gate = i;
  return unused;
}

static void* ends(void* unused) {
  if (gate == (kRounds + 1) / 2) munmap(pages, 4096);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_create(&threads[0], NULL, asks, NULL);
  pthread_create(&threads[1], NULL, counts, NULL);
  pthread_create(&threads[2], NULL, ends, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
