// SPDX-License-Identifier: Apache-2.0
//
// Statements that are one call, as C++.
#pragma once

#include <string>
#include <vector>

#include "fuzz/program.h"

namespace heddle::fuzz {

// Makes the files, before there are threads.
std::vector<std::string> file_lines();

std::string call_text(const Statement& statement, const std::string& target, const std::string& first);

}  // namespace heddle::fuzz
