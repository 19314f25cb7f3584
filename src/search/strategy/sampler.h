// SPDX-License-Identifier: Apache-2.0
//
// Sampler: executions at random for a strategy that is not random itself: pos, pct and random in turn. The i-th depends
// on the seed, i and how long executions of the program are known to be.
#pragma once

#include <cstdint>

#include "search/strategy/splitmix.h"
#include "trace/schedule.h"

namespace heddle {

class Sampler {
 public:
  // `stream`: samples for another purpose are other samples.
  Sampler(std::uint64_t seed, std::uint64_t stream) : seed_(derived_seed(seed, stream)) {}

  Schedule next(std::uint32_t longest_execution) {
    constexpr Rest kPolicies[] = {Rest::Pos, Rest::Pct, Rest::Random};
    constexpr std::uint32_t kDepth = 3;
    Schedule schedule;
    schedule.rest = kPolicies[made_ % std::size(kPolicies)];
    schedule.seed = derived_seed(seed_, made_++);
    if (schedule.rest == Rest::Pct) {
      schedule.depth = kDepth;
      schedule.expected_events = longest_execution;
    }
    return schedule;
  }
  std::uint64_t made() const { return made_; }

 private:
  std::uint64_t seed_;
  std::uint64_t made_ = 0;
};

}  // namespace heddle
