// SPDX-License-Identifier: Apache-2.0
//
// The name of a library, changed before it is asked for.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#define _GNU_SOURCE
#include <dlfcn.h>

#include "rare_moments.h"

static char name[] = "libc.so.6";

static void prepare(void) {}

static void change(void) { name[0] = 'Q'; }

static void look(void) {
  assert(dlopen(name, RTLD_NOW | RTLD_NOLOAD) != NULL);  // FINDING
}
