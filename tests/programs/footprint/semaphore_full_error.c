// SPDX-License-Identifier: Apache-2.0
//
// What errno says of a post that was refused.
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

static void change(void) {
  sem_post(&semaphore);
  sem_post(&semaphore);
  errno = 0;
}

static void look(void) {
  sem_post(&semaphore);
  assert(errno != EOVERFLOW);  // FINDING
}
