// SPDX-License-Identifier: Apache-2.0
//
// A semaphore that is full refuses to be posted, unless somebody has waited for it. That is in no model, and there are too
// many interleavings to execute them all.
//
// HEDDLE: strategy=default verdict=incomplete
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-DGATES_OPEN
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#define _GNU_SOURCE
#include <limits.h>
#include <semaphore.h>
#include <time.h>

#include "rare_moments.h"

static sem_t semaphore;

static void prepare(void) { sem_init(&semaphore, 0, SEM_VALUE_MAX); }

static void change(void) { sem_wait(&semaphore); }

static void look(void) {
  assert(sem_post(&semaphore) != 0);  // FINDING
}
