// SPDX-License-Identifier: Apache-2.0
//
// Builds the measured program in a given size with the instrumenting compiler.
#pragma once

#include <string>

#include "trace/result.h"

namespace heddle::bench {

// Writes the source into `directory`, compiles it there, returns the program's path.
Result<std::string> build_tiny(const std::string& compiler, const std::string& directory, int iterations);

}  // namespace heddle::bench
