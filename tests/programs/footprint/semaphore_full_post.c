// SPDX-License-Identifier: Apache-2.0
//
// The last post that a semaphore takes.
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

static void prepare(void) { sem_init(&semaphore, 0, SEM_VALUE_MAX - 1); }

static void change(void) { sem_post(&semaphore); }

static void look(void) {
  assert(sem_post(&semaphore) == 0);  // FINDING
}
