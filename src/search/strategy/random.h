// SPDX-License-Identifier: Apache-2.0
//
// RandomStrategy: every run picks uniformly among the enabled threads at every event. Run i depends on (seed, i)
// only. Never ends by itself: the budget ends it. Guarantees nothing.
#pragma once

#include "search/strategy/splitmix.h"
#include "search/strategy/strategy.h"

namespace heddle {

class RandomStrategy final : public Strategy {
 public:
  explicit RandomStrategy(std::uint64_t seed) : seed_(seed) {}

  std::string_view name() const override { return "random"; }
  Guarantee guarantee() const override { return Guarantee::None; }
  std::optional<Schedule> next() override {
    Schedule schedule;
    schedule.rest = Rest::Random;
    schedule.seed = derived_seed(seed_, index_++);
    return schedule;
  }
  void learn(const Run&) override {}
  void restart() override { index_ = 0; }

 private:
  std::uint64_t seed_;
  std::uint64_t index_ = 0;
};

}  // namespace heddle
