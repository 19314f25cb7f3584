// SPDX-License-Identifier: Apache-2.0
//
// ShortestSearch: the way to a finding with the fewest context switches, and of these the one with the fewest steps.
// The model knows where processes end and where threads wait for ever, not what an execution would say of it: it
// proposes ways, each better than the last one taken, and is told which lead to the finding.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_set>
#include <utility>

#include "solve/bounded_search.h"

namespace heddle {

enum class Destination : std::uint8_t {
  Failure,   // the process ends with a defect
  Exit,      // the process ends
  Deadlock,  // threads wait for ever, all or some
  Race,      // two accesses are made one after the other
};

struct Goal {
  Destination destination = Destination::Failure;
  std::pair<ProgramPoint, ProgramPoint> accesses{};  // Race
};

class ShortestSearch final : public BoundedSearch {
 public:
  // Only ways better than `known` are of interest.
  ShortestSearch(Model& model, Freedoms freedoms, const Goal& goal, Effort known, HashWords words = HashWords::One);

  // What the last candidate led to, and with how many switches and steps.
  void accept(Effort found);
  void reject() { rejected_.insert(candidate_); }
  // Of what is known now. Once run() says that it is complete, nothing is better.
  Effort best() const { return best_; }
  // Nothing has fewer switches; steps are still looked for.
  bool has_fewest_switches() const { return !is_forcing(); }
  // Every way with as few switches was looked at: now those with fewer steps. False if that was done, too.
  bool look_for_fewer_steps();

 private:
  Visit visit_end() override;
  Visit visit_stuck() override;
  Visit visit() override;
  Effort most() const override;
  Visit propose(std::uint64_t candidate);
  Visit propose_race();

  Goal goal_;
  Effort best_;
  std::uint64_t candidate_ = 0;
  std::unordered_set<std::uint64_t> rejected_;  // by what ends there
};

}  // namespace heddle
