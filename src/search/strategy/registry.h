// SPDX-License-Identifier: Apache-2.0
//
// The strategies by name. `heddle check --strategy NAME` and --help read this table and nothing else.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "search/strategy/strategy.h"
#include "trace/freedoms.h"
#include "trace/result.h"

namespace heddle {

struct StrategyOptions {
  std::uint64_t seed = 1;
  std::uint32_t depth = 3;  // pct
  Freedoms freedoms;        // exact: what its model has to allow
  bool races = false;       // exact: look for data races in the model as well
  std::optional<std::uint32_t> most_preemptions;  // exact
  bool plain = false;                             // exact: without what spares it the search of states
  bool closure = true;                            // exact: thread by thread, where the search takes long
  bool closure_first = false;                     // exact: even before it has begun
  bool wide_hash = false;                         // exact: 128 bits stand for a state, not 64
  std::uint32_t max_events = 0;                   // exact: of one thread, then an execution is cut; 0: not known
  std::optional<std::uint64_t> samples = 10'000;  // exact: after a search that was cut; nothing: until somebody stops it
};

struct StrategyInfo {
  std::string_view name;
  std::string_view description;  // one line
  std::string_view guarantee;    // what a clean end says
};

const std::vector<StrategyInfo>& known_strategies();

// An unknown name is an Error that lists the known ones; one that is planned says so.
Result<std::unique_ptr<Strategy>> make_strategy(std::string_view name, const StrategyOptions& options);

}  // namespace heddle
