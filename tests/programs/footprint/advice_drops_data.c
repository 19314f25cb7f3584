// SPDX-License-Identifier: Apache-2.0
//
// Nor is one with an initial value, which would have that again.
//
// HEDDLE: strategy=default verdict=unsupported
// HEDDLE: strategy=dfs verdict=unsupported flags=-DGATES_OPEN
#define _GNU_SOURCE
#include <sys/mman.h>

#include "rare_moments.h"

static int pages[2048] __attribute__((aligned(4096))) = {4};

static void prepare(void) { *pages = 5; }

static void change(void) {
  madvise(pages, 4096, MADV_DONTNEED);  // UNSUPPORTED
}

static void look(void) { assert(*pages == 5); }
