// SPDX-License-Identifier: Apache-2.0
//
// A semaphore that is full because of what was stored there.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-DGATES_OPEN
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#define _GNU_SOURCE
#include <limits.h>
#include <semaphore.h>
#include <time.h>

#include "rare_moments.h"

static sem_t semaphore;

static void prepare(void) { sem_init(&semaphore, 0, 1); }

static void change(void) { *(int*)&semaphore = SEM_VALUE_MAX; }

static void look(void) {
  assert(sem_post(&semaphore) == 0);  // FINDING
}
