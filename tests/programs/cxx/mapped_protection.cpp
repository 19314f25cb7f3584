// SPDX-License-Identifier: Apache-2.0
//
// Whether mapped pages can be written depends on how they were mapped.
//
// HEDDLE: strategy=default verdict=finding kind=crash
// HEDDLE: strategy=dfs verdict=finding kind=crash flags=-DGATES_OPEN
#include <sys/mman.h>

#include "two_moments.h"

static void body() {
  const int protection = first() ? PROT_READ : PROT_READ | PROT_WRITE;
  auto* page = static_cast<volatile char*>(mmap(nullptr, 4096, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  if (second()) page[0] = 1;
}
