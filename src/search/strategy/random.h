// SPDX-License-Identifier: Apache-2.0
//
// RandomStrategy: every run picks uniformly among the enabled threads at every event.
#pragma once

#include "search/strategy/sampled.h"

namespace heddle {

class RandomStrategy final : public SampledStrategy {
 public:
  explicit RandomStrategy(std::uint64_t seed) : SampledStrategy(Rest::Random, seed) {}
  std::string_view name() const override { return "random"; }
};

}  // namespace heddle
