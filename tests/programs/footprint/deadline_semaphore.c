// SPDX-License-Identifier: Apache-2.0
//
// The deadline of a timed wait for a semaphore: one that is no time is refused.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#define _GNU_SOURCE
#include <semaphore.h>
#include <time.h>

#include "rare_moments.h"

static sem_t semaphore;
static struct timespec deadline = {1704067200 + 10, 0};

static void prepare(void) { sem_init(&semaphore, 0, 0); }

static void change(void) { deadline.tv_nsec = 1000000000; }

static void look(void) {
  sem_timedwait(&semaphore, &deadline);
  assert(errno == ETIMEDOUT);  // FINDING
}
