// SPDX-License-Identifier: Apache-2.0
//
// A deadline that is no time is refused by a timed lock.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#define _GNU_SOURCE
#include <time.h>

#include "rare_moments.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static __thread struct timespec deadline = {1704067200 + 10, 0};

static void prepare(void) { pthread_mutex_lock(&mutex); }

static void change(void) { deadline.tv_nsec = -1; }

static void look(void) {
  int code = pthread_mutex_clocklock(&mutex, CLOCK_REALTIME, &deadline);
  assert(code == ETIMEDOUT);  // FINDING
}
