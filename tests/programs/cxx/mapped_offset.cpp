// SPDX-License-Identifier: Apache-2.0
//
// What stands in mapped pages of a file depends on where in the file they begin.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#include <fcntl.h>
#include <sys/mman.h>

#include "two_moments.h"

static void body() {
  const int file = open("/usr/share/common-licenses/GPL-3", O_RDONLY);
  const off_t offset = first() ? 4096 : 0;
  auto* page = static_cast<char*>(mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE, file, offset));
  if (second()) assert(page[20] == 'G');
}
