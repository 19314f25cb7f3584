// SPDX-License-Identifier: Apache-2.0
//
// Configuration: one way of exploring a program whose result must not differ from any other's.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "search/strategy/strategy.h"
#include "solve/model_search.h"

namespace heddle::fuzz {

struct Configuration {
  Configuration() {
    switches.races = true;                 // as in `heddle check`
    switches.executions_before_peeks = 0;  // these programs need few
  }
  bool is_dfs = false;
  std::uint64_t verifications = 20;  // executions at random after the search
  SearchSwitches switches;  // of exact
  Freedoms freedoms;        // that the program has
  bool repeats_findings = true;
  bool shortens = false;                          // each finding; only that is compared
  std::optional<std::uint32_t> most_preemptions;  // only what these lead to is compared
  bool lists_outcomes = false;                    // what is printed and how it ends; only that is compared
};

std::string describe(const Configuration& configuration);
std::unique_ptr<Strategy> make_strategy(const Configuration& configuration);

// Those that program number `index` is explored with: exact with many combinations of switches, among them each turned
// alone and all together, or with the defaults and `drawn` others, which need not repeat what they find. All look for
// races, except for one of some.
std::vector<Configuration> exact_configurations(std::uint64_t index, bool many, unsigned drawn);
// What is compared of the ways to failures and deadlocks of program number `index`.
std::vector<Configuration> way_configurations(std::uint64_t index);
// How every outcome of program number `index` is listed: with the defaults, and with some switches turned.
std::vector<Configuration> outcome_configurations(std::uint64_t index);
// The few that show a defect: with merging and without, because what does not fit is learned anew without.
std::vector<Configuration> defective_configurations(Defect defect);

}  // namespace heddle::fuzz
