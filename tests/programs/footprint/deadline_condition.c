// SPDX-License-Identifier: Apache-2.0
//
// The deadline of a timed wait for a condition says how far the clock goes.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#define _GNU_SOURCE
#include <time.h>

#include "rare_moments.h"

enum { kStart = 1704067200 };  // of the virtual clock
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static struct timespec deadline = {kStart + 10, 0};

static void prepare(void) {}

static void change(void) { deadline.tv_sec = kStart + 5000; }

static void look(void) {
  pthread_mutex_lock(&mutex);
  pthread_cond_timedwait(&condition, &mutex, &deadline);
  pthread_mutex_unlock(&mutex);
  assert(time(NULL) < kStart + 1000);  // FINDING
}
