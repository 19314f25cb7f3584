// SPDX-License-Identifier: Apache-2.0
#include "solve/shortest_search.h"

#include "solve/racing_pairs.h"
#include "solve/wait_cycle.h"

namespace heddle {
namespace {

constexpr std::uint32_t kMostPairs = 16;  // of threads, in one state

}  // namespace

ShortestSearch::ShortestSearch(Model& model, Freedoms freedoms, const Goal& goal, Effort known, HashWords words)
    : BoundedSearch(model, freedoms, Price::Switches, goal.destination == Destination::Race, words),
      goal_(goal),
      best_(known) {
  set_limit(known.price == 0 ? 0 : known.price - 1);
}

void ShortestSearch::accept(Effort found) {
  rejected_.insert(candidate_);
  if (found < best_) {
    rejected_.erase(candidate_);
    best_ = found;
  }
  set_limit(best_.price);
}

bool ShortestSearch::look_for_fewer_steps() {
  if (!is_forcing()) return false;
  set_forcing(false);
  set_limit(best_.price);
  restart();
  return true;
}

// While steps are taken that the way may not need, only fewer switches count.
Effort ShortestSearch::most() const { return is_forcing() ? Effort{best_.price, 0} : best_; }

BoundedSearch::Visit ShortestSearch::propose(std::uint64_t candidate) {
  if (rejected_.contains(candidate)) return {};
  candidate_ = candidate;
  return SearchProgress::Candidate;
}

BoundedSearch::Visit ShortestSearch::visit_end() {
  const bool is_wanted = goal_.destination == Destination::Failure || goal_.destination == Destination::Exit;
  if (!is_wanted || !last()) return {};
  const NodeId node = machine().thread(*last()).node;
  const NodeEnd end = model()[node].end;
  if (end != (goal_.destination == Destination::Failure ? NodeEnd::Failed : NodeEnd::Finished)) return {};
  want();
  return propose(node);
}

BoundedSearch::Visit ShortestSearch::visit_stuck() {
  if (goal_.destination != Destination::Deadlock) return {};
  const std::uint64_t signature = machine().waiting_signature();
  if (signature == 0) return {};
  want();
  return propose(signature);
}

BoundedSearch::Visit ShortestSearch::visit() {
  if (goal_.destination == Destination::Race) return propose_race();
  if (goal_.destination != Destination::Deadlock) return {};
  const std::uint64_t cycle = waiting_cycle(machine(), situation());
  if (cycle == 0) return {};
  want();
  return propose(cycle);
}

BoundedSearch::Visit ShortestSearch::propose_race() {
  const auto point = [&](std::uint16_t thread) { return machine().node(thread).operation.point; };
  std::uint32_t tried = 0;
  for (const std::uint16_t first : situation().enabled()) {
    for (const std::uint16_t second : situation().enabled()) {
      const bool is_it = (point(first) == goal_.accesses.first && point(second) == goal_.accesses.second) ||
                         (point(first) == goal_.accesses.second && point(second) == goal_.accesses.first);
      if (!is_it || !RacingPairs::may_race(model(), machine(), first, second)) continue;
      if (++tried > kMostPairs) return {};  // nothing is claimed of races, so none need be tried
      const Effort made{effort().price + price_of(first) + 1, effort().steps + 2};
      if (made.price > level()) note_dearer();
      if (made.price > level() || made >= most()) continue;
      want({first, second}, Rest::Stop);
      const std::uint64_t nodes = std::uint64_t{machine().thread(first).node} << 32 | machine().thread(second).node;
      if (Visit proposed = propose(nodes)) return proposed;
    }
  }
  return {};
}

}  // namespace heddle
