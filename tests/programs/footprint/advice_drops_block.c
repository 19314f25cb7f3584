// SPDX-License-Identifier: Apache-2.0
//
// A block of the heap is not to be dropped by pages: it would be zero afterwards.
//
// HEDDLE: strategy=default verdict=unsupported
// HEDDLE: strategy=dfs verdict=unsupported flags=-DGATES_OPEN
#define _GNU_SOURCE
#include <sys/mman.h>

#include "rare_moments.h"

static int* pages;

static void prepare(void) { *(pages = aligned_alloc(4096, 8192)) = 5; }

static void change(void) {
  madvise(pages, 4096, MADV_DONTNEED);  // UNSUPPORTED
}

static void look(void) { assert(*pages == 5); }
