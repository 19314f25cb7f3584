// SPDX-License-Identifier: Apache-2.0
//
// Where the name of a descriptor leads depends on whether it is open.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <unistd.h>

#include "rare_moments.h"
static int fd;
static char name[32], to[PATH_MAX];
static void prepare(void) {
  fd = open("/dev/null", O_RDONLY);
  sprintf(name, "/proc/self/fd/%d", fd);
}
static void change(void) { close(fd); }
static void look(void) { assert(realpath(name, to) != 0); }
