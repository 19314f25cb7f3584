// SPDX-License-Identifier: Apache-2.0
#include "search/strategy/registry.h"

#include <algorithm>

#include "search/strategy/dfs.h"
#include "search/strategy/exact.h"
#include "search/strategy/pct.h"
#include "search/strategy/pos.h"
#include "search/strategy/random.h"

namespace heddle {
namespace {

// Turns off whatever spares the search of states; each such switch has its line here.
void make_plain(SearchSwitches& switches) {
  switches.closure = false;
  switches.peeks = false;
  switches.symmetry = false;
}

struct Entry {
  StrategyInfo info;
  std::unique_ptr<Strategy> (*make)(const StrategyOptions&);
};

const std::vector<Entry>& entries() {
  static const std::vector<Entry> table = {
      {{"dfs", "every interleaving, no reduction", "exhaustive within the stated bounds"},
       [](const StrategyOptions&) -> std::unique_ptr<Strategy> { return std::make_unique<DfsStrategy>(); }},
      {{"exact", "learns each thread from executions, searches the model of it", "exhaustive within the stated bounds"},
       [](const StrategyOptions& options) -> std::unique_ptr<Strategy> {
         SearchSwitches switches;
         switches.races = options.races;
         switches.closure = options.closure;
         switches.closure_first = options.closure_first;
         switches.wide_hash = options.wide_hash;
         if (options.plain) make_plain(switches);
         return std::make_unique<ExactStrategy>(options.freedoms, switches, options.seed, options.most_preemptions,
                                               ExactLimits{options.max_events, options.samples});
       }},
      {{"random", "uniform choice among the threads that can run, at every event", "none: it merely stopped"},
       [](const StrategyOptions& options) -> std::unique_ptr<Strategy> {
         return std::make_unique<RandomStrategy>(options.seed);
       }},
      {{"pct", "the thread of highest random priority runs; depth - 1 times one is lowered", "none: it merely stopped"},
       [](const StrategyOptions& options) -> std::unique_ptr<Strategy> {
         return std::make_unique<PctStrategy>(options.seed, options.depth);
       }},
      {{"pos", "the operation of highest random priority runs; after a conflict it is drawn anew",
        "none: it merely stopped"},
       [](const StrategyOptions& options) -> std::unique_ptr<Strategy> {
         return std::make_unique<PosStrategy>(options.seed);
       }},
  };
  return table;
}

constexpr std::string_view kPlanned[] = {"mcr", "mcr-s",     "mcr-s+",    "dpor", "source-dpor",
                                         "optimal-dpor", "icb", "pred-dpor", "observers", "bpor"};

}  // namespace

const std::vector<StrategyInfo>& known_strategies() {
  static const std::vector<StrategyInfo> table = [] {
    std::vector<StrategyInfo> list;
    for (const Entry& entry : entries()) list.push_back(entry.info);
    return list;
  }();
  return table;
}

Result<std::unique_ptr<Strategy>> make_strategy(std::string_view name, const StrategyOptions& options) {
  std::string known;
  const bool is_modelled = options.freedoms.reuse == 0 && options.freedoms.malloc_failures == 0;
  if (name == "exact" && !is_modelled) {
    return Error{ErrorCode::Usage, "strategy exact does not yet model --reuse and --malloc-failures; dfs does"};
  }
  if (name != "exact" && options.most_preemptions) {
    return Error{ErrorCode::Usage, "--preemptions bounds the strategy exact; " + std::string(name) + " does not count them"};
  }
  for (const Entry& entry : entries()) {
    if (entry.info.name == name) return entry.make(options);
    known += (known.empty() ? "" : ", ") + std::string(entry.info.name);
  }
  if (std::find(std::begin(kPlanned), std::end(kPlanned), name) != std::end(kPlanned)) {
    return Error{ErrorCode::Usage, "strategy " + std::string(name) + " is not yet there; there are: " + known};
  }
  return Error{ErrorCode::Usage, "unknown strategy '" + std::string(name) + "'; there are: " + known};
}

}  // namespace heddle
