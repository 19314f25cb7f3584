// SPDX-License-Identifier: Apache-2.0
//
// As thrown_code, of std::system_error.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#include <cerrno>
#include <exception>
#include <system_error>

#define LOOKS_AFTERWARDS
#include "two_moments.h"

static std::exception_ptr kept;

static void body() {
  try {
    std::__throw_system_error(first() ? EBUSY : EPERM);
  } catch (...) {
    kept = std::current_exception();
  }
}

static void look() {
  if (second()) {
    try {
      std::rethrow_exception(kept);
    } catch (const std::system_error& error) {
      assert(error.code().value() == EPERM);
    }
  }
  kept = nullptr;
}
