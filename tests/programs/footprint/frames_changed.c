// SPDX-License-Identifier: Apache-2.0
//
// The frames that backtrace has found are read later.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#define _GNU_SOURCE
#include <execinfo.h>

#include "rare_moments.h"

static void* frames[4];

static void prepare(void) {}

static void change(void) { backtrace(frames, 4); }

static void look(void) {
  assert(frames[0] == NULL);  // FINDING
}
