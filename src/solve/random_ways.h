// SPDX-License-Identifier: Apache-2.0
//
// RandomWays: ways through the model that the search could take, drawn at random: how many of the states on them it has
// seen tells how much of them all it has. Leaves no trace: nothing that is looked at here counts as relied on.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "solve/model_search.h"

namespace heddle {

class RandomWays {
 public:
  // `sleeps`: as the search does, steps that were tried before another one are not taken after it.
  RandomWays(Model& model, Freedoms freedoms, const SearchSwitches& switches, bool sleeps,
             const ThreadClasses* classes = nullptr);

  // Which share of the states on about so many steps is in `visited`. Nothing if one of them leads to what nobody
  // knows.
  std::optional<double> share_in(const VisitedTable& visited, std::uint64_t steps);

 private:
  enum class Way : std::uint8_t { GoesOn, Ends, IsUnknown };

  void begin();
  Way go_on(const VisitedTable& visited);
  bool passes(const std::vector<std::uint16_t>& chosen) const;
  Way take_one();

  Freedoms freedoms_;
  SearchSwitches switches_;
  bool sleeps_;
  ModelWalk walk_;
  Situation situation_;
  PersistentSet persistent_;
  SleepSet sleep_;
  SleepSet::Threads asleep_ = 0;
  std::uint32_t chained_ = 0;
  std::vector<ModelStep> open_;
  std::uint64_t states_ = 0;
  std::uint64_t seen_ = 0;
  std::mt19937_64 random_{1};
};

}  // namespace heddle
