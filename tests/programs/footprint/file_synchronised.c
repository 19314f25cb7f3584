// SPDX-License-Identifier: Apache-2.0
//
// A descriptor that was closed cannot be written to the disk.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "rare_moments.h"
static int fd;
static void prepare(void) { fd = memfd_create("x", 0); }
static void change(void) { close(fd); }
static void look(void) { assert(fsync(fd) == 0); }
