// SPDX-License-Identifier: Apache-2.0
//
// A full semaphore that was tried may be posted again.
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

static void change(void) { sem_trywait(&semaphore); }

static void look(void) {
  assert(sem_post(&semaphore) != 0);  // FINDING
}
