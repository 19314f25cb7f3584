// SPDX-License-Identifier: Apache-2.0
//
// What the user must know about functions that the program calls and Heddle does not control completely.
#pragma once

#include <string>
#include <vector>

#include "trace/program_facts.h"

namespace heddle {

// At most one note for each reason: the functions with the line of their first use, and what that means. Of those that are
// not seen only what was executed (`unmodelled`): there may be much in a program that is never called.
std::vector<std::string> external_notes(const ProgramFacts& facts, const std::vector<ProgramPoint>& unmodelled);

}  // namespace heddle
