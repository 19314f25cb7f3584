// SPDX-License-Identifier: Apache-2.0
//
// SampledStrategy: what the strategies share that leave every decision to a random policy in the program and learn
// nothing. Run i depends on (seed, i) only. Never ends by itself: the budget ends it. Guarantees nothing.
#pragma once

#include "search/strategy/splitmix.h"
#include "search/strategy/strategy.h"

namespace heddle {

class SampledStrategy : public Strategy {
 public:
  Guarantee guarantee() const final { return Guarantee::None; }
  std::optional<Schedule> next() final {
    Schedule schedule;
    schedule.rest = rest_;
    schedule.seed = derived_seed(seed_, index_++);
    return schedule;
  }
  void learn(const Run&) final {}
  void restart() final { index_ = 0; }

 protected:
  SampledStrategy(Rest rest, std::uint64_t seed) : rest_(rest), seed_(seed) {}

 private:
  Rest rest_;
  std::uint64_t seed_;
  std::uint64_t index_ = 0;
};

}  // namespace heddle
