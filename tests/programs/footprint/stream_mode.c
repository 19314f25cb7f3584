// SPDX-License-Identifier: Apache-2.0
//
// The mode of a stream on a descriptor, changed before it is made.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#define _GNU_SOURCE
#include <fcntl.h>

#include "rare_moments.h"

static char mode[4] = "r";
static int file;

static void prepare(void) { file = open("/dev/null", O_RDWR); }

static void change(void) { mode[0] = 'Q'; }

static void look(void) {
  assert(fdopen(file, mode) != NULL);  // FINDING
}
