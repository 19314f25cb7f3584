// SPDX-License-Identifier: Apache-2.0
//
// What stands in mapped pages of a file depends on which file it is.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#include <fcntl.h>
#include <sys/mman.h>

#include "two_moments.h"

static void body() {
  const int files[2] = {open("/usr/share/common-licenses/GPL-3", O_RDONLY), open("/usr/share/common-licenses/GPL-2", O_RDONLY)};
  auto* page = static_cast<char*>(mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE, files[first()], 0));
  char text[128] = {};
  if (!second()) return;
  std::memcpy(text, page, sizeof text - 1);
  assert(std::strstr(text, "Version 3") != nullptr);
}
