// SPDX-License-Identifier: Apache-2.0
//
// What clock_getres has written is read later.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#define _GNU_SOURCE
#include <time.h>

#include "rare_moments.h"

static struct timespec resolution;

static void prepare(void) {}

static void change(void) { clock_getres(CLOCK_MONOTONIC, &resolution); }

static void look(void) {
  assert(resolution.tv_nsec == 0);  // FINDING
}
