// SPDX-License-Identifier: Apache-2.0
//
// PosStrategy: partial order sampling (Yuan, Yang, Gu, CAV 2018). Every pending operation has a random priority, the
// highest that can run runs, and operations in conflict with it get a new one; executed in the program
// (runtime/priority.cpp).
#pragma once

#include "search/strategy/sampled.h"

namespace heddle {

class PosStrategy final : public SampledStrategy {
 public:
  explicit PosStrategy(std::uint64_t seed) : SampledStrategy(Rest::Pos, seed) {}
  std::string_view name() const override { return "pos"; }
};

}  // namespace heddle
