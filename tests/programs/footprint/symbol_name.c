// SPDX-License-Identifier: Apache-2.0
//
// The name of a symbol, changed before it is looked for.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#define _GNU_SOURCE
#include <dlfcn.h>

#include "rare_moments.h"

static char name[9] = "puts";

static void prepare(void) {}

static void change(void) { name[0] = 'Q'; }

static void look(void) {
  assert(dlsym(RTLD_DEFAULT, name) != NULL);  // FINDING
}
