// SPDX-License-Identifier: Apache-2.0
//
// libstdc++ looks at an error code to say which condition it stands for.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#include <system_error>

#include "two_moments.h"

static std::error_code code = std::make_error_code(std::errc::io_error);

static void body() {
  if (first()) code = std::make_error_code(std::errc::timed_out);
  if (second()) assert(code.default_error_condition() == std::errc::io_error);
}
