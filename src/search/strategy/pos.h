// SPDX-License-Identifier: Apache-2.0
//
// PosStrategy: partial order sampling (Yuan, Yang, Gu, CAV 2018). Every pending operation has a random priority, the
// highest that can run runs, and operations in conflict with it get a new one; executed in the program
// (runtime/priority.cpp). Run i depends on (seed, i) only. Never ends by itself. Guarantees nothing.
#pragma once

#include "search/strategy/splitmix.h"
#include "search/strategy/strategy.h"

namespace heddle {

class PosStrategy final : public Strategy {
 public:
  explicit PosStrategy(std::uint64_t seed) : seed_(seed) {}

  std::string_view name() const override { return "pos"; }
  Guarantee guarantee() const override { return Guarantee::None; }
  std::optional<Schedule> next() override {
    Schedule schedule;
    schedule.rest = Rest::Pos;
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
