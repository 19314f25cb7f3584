// SPDX-License-Identifier: Apache-2.0
//
// rindex reads the text, as strrchr does.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#include <strings.h>

#include "rare_moments.h"
static char w[4] = "AAA";
static void prepare(void) {}
static void change(void) { w[0] = 'X'; }
static void look(void) { assert(rindex(w, 'X') == 0); }
