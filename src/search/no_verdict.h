// SPDX-License-Identifier: Apache-2.0
//
// Runs that end a campaign without a verdict: the program does something that is not modelled, or left a schedule
// that its own earlier run says is possible.
#pragma once

#include <optional>

#include "trace/program_facts.h"
#include "trace/result.h"
#include "trace/trace.h"

namespace heddle {

std::optional<Error> no_verdict(const Run& run, const ProgramFacts& facts);

}  // namespace heddle
