// SPDX-License-Identifier: Apache-2.0
//
// The time that a thread waits for a futex at most says how far the clock goes.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#define _GNU_SOURCE
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "rare_moments.h"

enum { kStart = 1704067200 };  // of the virtual clock
static int word;
static struct timespec timeout = {10, 0};

static void prepare(void) {}

static void change(void) { timeout.tv_sec = 5000; }

static void look(void) {
  syscall(SYS_futex, &word, FUTEX_WAIT, 0, &timeout, 0, 0);
  assert(time(NULL) < kStart + 1000);  // FINDING
}
