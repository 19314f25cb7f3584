// SPDX-License-Identifier: Apache-2.0
//
// What came of the program in an execution: what it printed, and how it ended. The same for every execution that prints
// the same and ends in the same way.
#pragma once

#include <optional>
#include <string>

#include "trace/finding.h"
#include "trace/program_facts.h"
#include "trace/trace.h"

namespace heddle {

// All that was printed, in order (Freedoms::visible_output).
std::string output_of(const Trace& trace);

// A Finding of kind Outcome if the program ended by itself, else that of its defect; `output` is all that was printed.
// Nothing if the execution says nothing of the program: it was cut, or the program asked to drop it.
std::optional<Finding> outcome_of(const Run& run, const ProgramFacts& facts);

// Equal for equal outcomes.
std::string outcome_key(const Finding& outcome);

}  // namespace heddle
