// SPDX-License-Identifier: Apache-2.0
//
// Data races as findings: one for each pair of source lines.
#pragma once

#include <optional>
#include <string>

#include "analysis/race_detector.h"
#include "trace/finding.h"
#include "trace/program_facts.h"

namespace heddle {

// Equal for two races between the same two lines, whichever came first.
std::string race_key(const Race& race, const Trace& trace, const ProgramFacts& facts);

// False for memory that a library freed which is not instrumented: what ordered that (the count of references of an
// exception, say) is not seen either.
bool is_program_s_own(const Race& race, const Trace& trace, const ProgramFacts& facts);

Finding data_race(const Race& race, const Run& run, const ProgramFacts& facts);

// The race of this execution that has this key.
std::optional<Finding> find_data_race(const std::string& key, const Run& run, const ProgramFacts& facts);

// "writes", "frees", "atomically reads": what an event of a race does to the memory.
std::string access_verb(const Event& event);

}  // namespace heddle
