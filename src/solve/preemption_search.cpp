// SPDX-License-Identifier: Apache-2.0
#include "solve/preemption_search.h"

#include "solve/wait_cycle.h"

namespace heddle {

PreemptionSearch::PreemptionSearch(Model& model, Freedoms freedoms, bool races, std::uint32_t most_preemptions,
                                   HashWords words)
    : BoundedSearch(model, freedoms, Price::Preemptions, races, words), looks_for_races_(races) {
  set_limit(most_preemptions);
}

BoundedSearch::Visit PreemptionSearch::visit_stuck() {
  const std::uint64_t signature = machine().waiting_signature();
  if (signature == 0 || !deadlocks_.insert(signature).second) return {};
  want();
  return SearchProgress::Deadlock;
}

BoundedSearch::Visit PreemptionSearch::visit() {
  if (looks_for_races_ && situation().may_race()) {
    if (const std::optional<RacingThreads> found = races_.find(model(), machine(), path(), situation().held())) {
      if (found->way)
        want_instead(*found->way);
      else
        want(found->may_follow ? std::vector{found->first, found->second} : std::vector{found->first});
      return SearchProgress::Race;
    }
  }
  const std::uint64_t cycle = waiting_cycle(machine(), situation());
  if (cycle == 0 || !deadlocks_.insert(cycle).second) return {};
  want();
  return SearchProgress::Race;
}

}  // namespace heddle
