// SPDX-License-Identifier: Apache-2.0
//
// Runs a program with `input` as its standard input and returns what it wrote to standard output.
#pragma once

#include <string>
#include <vector>

#include "trace/result.h"

namespace heddle {

Result<std::string> pipe_through(const std::vector<std::string>& command, const std::string& input);

}  // namespace heddle
