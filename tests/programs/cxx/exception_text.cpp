// SPDX-License-Identifier: Apache-2.0
//
// What an exception says is a copy of libstdc++'s on the heap: which one, no fingerprint shows.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#include <stdexcept>

#include "two_moments.h"

static void body() {
  try {
    throw std::runtime_error(first() ? "disk full" : "timed out");
  } catch (const std::runtime_error& error) {
    if (second()) assert(std::strcmp(error.what(), "timed out") == 0);
  }
}
