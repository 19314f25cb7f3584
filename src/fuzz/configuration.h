// SPDX-License-Identifier: Apache-2.0
//
// Configuration: one way of exploring a program whose result must not differ from any other's.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "search/strategy/strategy.h"
#include "solve/model_search.h"

namespace heddle::fuzz {

struct Configuration {
  Configuration() { switches.races = true; }  // as in `heddle check`
  bool is_dfs = false;
  SearchSwitches switches;  // of exact
  Freedoms freedoms;        // that the program has
  bool repeats_findings = true;
};

std::string describe(const Configuration& configuration);
std::unique_ptr<Strategy> make_strategy(const Configuration& configuration);

// Those that program number `index` is explored with: exact with every combination of switches, or with the defaults
// and `drawn` others, which need not repeat what they find. All look for races, except for one of some.
std::vector<Configuration> exact_configurations(std::uint64_t index, bool all, unsigned drawn);
// The few that show a defect: with merging and without, because what does not fit is learned anew without.
std::vector<Configuration> defective_configurations(Defect defect);

}  // namespace heddle::fuzz
