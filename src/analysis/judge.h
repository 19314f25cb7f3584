// SPDX-License-Identifier: Apache-2.0
//
// judge: does this execution end in a defect of the program, and which? Pure. (Data races are not about its end: data_races.h.) Outcomes that say nothing about the
// program (event limit, assume, divergence, unsupported calls, shared stacks) are no findings; search/ handles them.
// The source line of a crash is the best that the trace knows; report/ refines it with a symboliser.
#pragma once

#include <cstdint>
#include <optional>

#include "learn/defect.h"
#include "trace/finding.h"
#include "trace/program_facts.h"
#include "trace/trace.h"

namespace heddle {

enum class LeaksAre : bool { Notes, Findings };

enum class RacesAre : bool { Ignored, Findings };

struct JudgeOptions {
  std::int32_t expected_exit_code = 0;
  LeaksAre leaks = LeaksAre::Notes;
  RacesAre races = RacesAre::Ignored;
  Defect defect = Defect::None;  // of the search for races: only for `heddle fuzz`
};

std::optional<Finding> judge(const Run& run, const ProgramFacts& facts, const JudgeOptions& options);

}  // namespace heddle
