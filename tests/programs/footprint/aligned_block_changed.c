// SPDX-License-Identifier: Apache-2.0
//
// Where posix_memalign has put the new block is read later.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#define _GNU_SOURCE
#include <stdlib.h>

#include "rare_moments.h"

static void* block;

static void prepare(void) {}

static void change(void) {
  if (posix_memalign(&block, 64, 64) != 0) abort();
}

static void look(void) {
  assert(block == NULL);  // FINDING
}
