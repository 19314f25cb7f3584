// SPDX-License-Identifier: Apache-2.0
//
// Where code was executed that may touch memory past Heddle's eyes, in words.
#pragma once

#include <string>
#include <vector>

#include "trace/program_facts.h"

namespace heddle {

// "inline assembly at a.c:7, mbstowcs() at a.c:9 and 3 more".
std::string unmodelled_places(const std::vector<ProgramPoint>& points, const ProgramFacts& facts);

}  // namespace heddle
