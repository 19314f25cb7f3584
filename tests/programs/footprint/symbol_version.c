// SPDX-License-Identifier: Apache-2.0
//
// The version of a symbol, changed before it is looked for.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#define _GNU_SOURCE
#include <dlfcn.h>

#include "rare_moments.h"

static char version[] = "GLIBC_2.2.5";

static void prepare(void) {}

static void change(void) { version[0] = 'Q'; }

static void look(void) {
  assert(dlvsym(RTLD_DEFAULT, "strlen", version) != NULL);  // FINDING
}
