// SPDX-License-Identifier: Apache-2.0
//
// Pages that are dropped although they may be locked are zero afterwards, like others.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#define _GNU_SOURCE
#include <sys/mman.h>

#include "rare_moments.h"

enum { kDontNeedLocked = 24 };  // MADV_DONTNEED_LOCKED, which not every C library has a name for
static int* pages;

static void prepare(void) {
  pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  *pages = 5;
}

static void change(void) {
  if (madvise(pages, 4096, kDontNeedLocked) != 0) *pages = 0;  // an old kernel
}

static void look(void) {
  assert(*pages == 5);  // FINDING
}
