// SPDX-License-Identifier: Apache-2.0
//
// What has no name may be no descriptor either.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
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
static int fd;

static void* asks(void* unused) {
  if (gate == (kRounds + 1) / 2) assert(ttyname(fd) == NULL && errno == ENOTTY);  // FINDING
  return unused;
}

static void* counts(void* unused) {
  for (int i = 1; i <= kRounds; i++) gate = i;
  return unused;
}

static void* ends(void* unused) {
  if (gate == (kRounds + 1) / 2) close(fd);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  fd = memfd_create("file", 0);
  pthread_create(&threads[0], NULL, asks, NULL);
  pthread_create(&threads[1], NULL, counts, NULL);
  pthread_create(&threads[2], NULL, ends, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
