// SPDX-License-Identifier: Apache-2.0
//
// Nor are pages of a stack.
//
// HEDDLE: strategy=default verdict=unsupported
// HEDDLE: strategy=dfs verdict=unsupported flags=-DGATES_OPEN
#define _GNU_SOURCE
#include <sys/mman.h>

#include "rare_moments.h"

static _Thread_local int* pages;

static void prepare(void) {}

static void change(void) {
  int room[4096] __attribute__((aligned(4096)));
  pages = room;
  *pages = 5;
  madvise(pages, 4096, MADV_DONTNEED);  // UNSUPPORTED
  assert(*pages == 5);
}

static void look(void) {}
