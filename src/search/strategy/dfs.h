// SPDX-License-Identifier: Apache-2.0
//
// DfsStrategy: every interleaving, no reduction; the brute-force oracle of the project. Each maximal sequence of
// decisions is executed exactly once.
//
// A work item is a prefix of decisions that differs from a run already made in its last decision only. The run of a
// prefix P then contributes, at every position from |P| on, one item for each other enabled thread and for each
// alternative of a choice that was not taken. Items of earlier positions came from the run that P was derived from,
// so nothing is handed out twice. Deepest items go first, and prefixes share their beginnings in a tree of steps:
// memory is proportional to depth × runs in flight, not to the number of interleavings.
#pragma once

#include <cstdint>
#include <vector>

#include "search/strategy/strategy.h"

namespace heddle {

class DfsStrategy final : public Strategy {
 public:
  DfsStrategy() { restart(); }

  std::string_view name() const override { return "dfs"; }
  Guarantee guarantee() const override { return Guarantee::Exhaustive; }
  std::optional<Schedule> next() override;
  void learn(const Run& run) override;
  void restart() override;

  // Steps and work items held; for tests of the memory bound.
  std::size_t steps_held() const { return steps_.size() - free_steps_.size(); }
  std::size_t work_held() const { return work_.size(); }

 private:
  using StepId = std::uint32_t;
  static constexpr StepId kRoot = 0;
  static constexpr std::uint32_t kNoChoice = 0xffffffff;

  // One decision; the path to the root is a prefix. Counted references, because items and runs in flight share them.
  struct Step {
    StepId parent = kRoot;
    std::uint32_t references = 0;
    std::uint32_t choice = kNoChoice;
    ThreadId thread{};
  };

  StepId add_step(StepId parent, ThreadId thread, std::uint32_t choice);
  void release(StepId step);
  Schedule schedule_of(StepId step) const;
  void push_other_threads(StepId at, const Event& event, const ThreadSet& enabled);
  void push_other_choices(StepId at, const Event& event);

  std::vector<Step> steps_;
  std::vector<StepId> free_steps_;
  std::vector<StepId> work_;  // last decision of each item; one reference each
};

}  // namespace heddle
