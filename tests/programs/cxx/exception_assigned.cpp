// SPDX-License-Identifier: Apache-2.0
//
// As exception_copied, assigned and moved.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#include <stdexcept>

#include "two_moments.h"

static const std::logic_error one("one"), two("two");
static std::logic_error kept("none");

static void body() {
  std::logic_error copy(first() ? two : one);
  kept = std::move(copy);
  if (second()) assert(std::strcmp(kept.what(), "one") == 0);
}
