// SPDX-License-Identifier: Apache-2.0
//
// shorten: the same finding by a shorter way: the fewest context switches, and of these ways one with the fewest
// events. Looked for on the model that was learned, as far as that takes no more than so many steps and executions;
// every way is executed before it counts.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "analysis/judge.h"
#include "execute/runner.h"
#include "search/strategy/strategy.h"
#include "trace/finding.h"

namespace heddle {

struct ShortenLimits {
  std::uint64_t steps = 0;  // of the model
  std::uint64_t executions = 0;
  std::uint64_t events = 0;  // of all executions together: what is learned of them is kept
};

// `finding`, or a shorter one with the same key; its `shortness` says how short. What was used is taken from the
// limits. An Error if the program cannot be executed any more. Requires runner.idle().
Result<Finding> shorten(Runner& runner, const Learned& learned, const Finding& finding, const JudgeOptions& judge,
                        ShortenLimits& limits, const std::atomic<bool>* stop);
// The same where nobody has learned anything: from the finding alone.
Result<Finding> shorten_alone(Runner& runner, Freedoms freedoms, const Finding& finding, const JudgeOptions& judge,
                              ShortenLimits& limits, const std::atomic<bool>* stop);

}  // namespace heddle
