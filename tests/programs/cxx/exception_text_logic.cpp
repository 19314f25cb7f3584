// SPDX-License-Identifier: Apache-2.0
//
// As exception_text, of a class that is derived from std::logic_error.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#include <stdexcept>

#include "two_moments.h"

static void body() {
  try {
    throw std::out_of_range(first() ? "too high" : "too low");
  } catch (const std::logic_error& error) {
    if (second()) assert(std::strcmp(error.what(), "too low") == 0);
  }
}
