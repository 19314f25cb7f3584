// SPDX-License-Identifier: Apache-2.0
//
// As exception_text, made of a std::string.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#include <stdexcept>
#include <string>

#include "two_moments.h"

static void body() {
  const std::string text = first() ? "disk full" : "timed out";
  try {
    throw std::runtime_error(text);
  } catch (const std::runtime_error& error) {
    if (second()) assert(std::strcmp(error.what(), "timed out") == 0);
  }
}
