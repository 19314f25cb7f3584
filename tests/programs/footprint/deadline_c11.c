// SPDX-License-Identifier: Apache-2.0
//
// The deadline of a mutex of C11.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#define _GNU_SOURCE
#include <threads.h>
#include <time.h>

#include "rare_moments.h"

enum { kStart = 1704067200 };  // of the virtual clock
static mtx_t mutex;
static struct timespec deadline = {kStart + 10, 0};

static void prepare(void) {
  mtx_init(&mutex, mtx_timed);
  mtx_lock(&mutex);
}

static void change(void) { deadline.tv_sec = kStart + 5000; }

static void look(void) {
  mtx_timedlock(&mutex, &deadline);
  assert(time(NULL) < kStart + 1000);  // FINDING
}
