// SPDX-License-Identifier: Apache-2.0
//
// Memory without a file cannot be removed from it: it stays as it is.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#define _GNU_SOURCE
#include <sys/mman.h>

#include "rare_moments.h"

static int* pages;

static void prepare(void) {
  pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static void change(void) {
  *pages = 7;
  madvise(pages, 4096, MADV_REMOVE);
}

static void look(void) {
  assert(*pages == 0);  // FINDING
}
