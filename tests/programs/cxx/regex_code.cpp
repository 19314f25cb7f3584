// SPDX-License-Identifier: Apache-2.0
//
// What is wrong with a regular expression is a number that libstdc++ puts behind the text.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#include <regex>

#include "two_moments.h"

static void body() {
  using namespace std::regex_constants;
  try {
    throw std::regex_error(first() ? error_paren : error_brack);
  } catch (const std::regex_error& error) {
    if (second()) assert(error.code() == error_brack);
  }
}
