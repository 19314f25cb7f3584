// SPDX-License-Identifier: Apache-2.0
//
// What is not a number has bits that a text says.
//
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-lm
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN,-lm
#define _GNU_SOURCE
#include <math.h>

#include "rare_moments.h"

static char tag[4] = "1";

static void prepare(void) {}

static void change(void) { tag[0] = '2'; }

static void look(void) {
  double made = nan(tag);
  unsigned long bits;
  memcpy(&bits, &made, sizeof bits);
  assert((bits & 3) == 1);  // FINDING
}
