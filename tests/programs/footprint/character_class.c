// SPDX-License-Identifier: Apache-2.0
//
// The name of a class of characters, changed before it is asked for.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#define _GNU_SOURCE
#include <wctype.h>

#include "rare_moments.h"

static char name[] = "alpha";

static void prepare(void) {}

static void change(void) { name[0] = 'Q'; }

static void look(void) {
  assert(wctype(name) != 0);  // FINDING
}
