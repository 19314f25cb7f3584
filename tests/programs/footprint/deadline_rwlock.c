// SPDX-License-Identifier: Apache-2.0
//
// The deadline of a timed lock for reading, in memory of the heap.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#define _GNU_SOURCE
#include <time.h>

#include "rare_moments.h"

enum { kStart = 1704067200 };  // of the virtual clock
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static struct timespec* deadline;

static void prepare(void) {
  deadline = calloc(1, sizeof *deadline);
  deadline->tv_sec = kStart + 10;
  pthread_rwlock_wrlock(&lock);
}

static void change(void) { deadline->tv_sec = kStart + 5000; }

static void look(void) {
  pthread_rwlock_timedrdlock(&lock, deadline);
  assert(time(NULL) < kStart + 1000);  // FINDING
}
