// SPDX-License-Identifier: Apache-2.0
//
// The text of an exception goes with its copies.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#include <new>
#include <stdexcept>

#include "two_moments.h"

static const std::runtime_error one("one"), two("two");
alignas(std::runtime_error) static char room[sizeof(std::runtime_error)];

static void body() {
  auto* copy = new (room) std::runtime_error(first() ? two : one);
  if (second()) assert(std::strcmp(copy->what(), "one") == 0);
}
