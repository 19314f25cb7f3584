// SPDX-License-Identifier: Apache-2.0
//
// The deadline of a timed lock, changed before it is asked for, says how far the clock goes.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#define _GNU_SOURCE
#include <time.h>

#include "rare_moments.h"

enum { kStart = 1704067200 };  // of the virtual clock
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct timespec deadline = {kStart + 10, 0};

static void prepare(void) { pthread_mutex_lock(&mutex); }

static void change(void) { deadline.tv_sec = kStart + 5000; }

static void look(void) {
  pthread_mutex_timedlock(&mutex, &deadline);
  assert(time(NULL) < kStart + 1000);  // FINDING
}
