// SPDX-License-Identifier: Apache-2.0
//
// ModularProof: where the search of states takes long, tries now and then to be done without it, thread by thread
// (closure.h); results that may be missing are looked for one by one (goal_search.h). It never takes more than a small
// part of the time that the search has taken, and none while executions still tell much.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "solve/closure.h"
#include "solve/goal_search.h"
#include "solve/model_search.h"

namespace heddle {

enum class ProofProgress : std::uint8_t {
  Open,            // nothing can be said, or it is not the time to
  NeedsExecution,  // of wanted()
  Proved,          // the model is complete
};

class ModularProof {
 public:
  ModularProof(const Model& model, Freedoms freedoms, const SearchSwitches& switches, const StateSearch& search);

  // Asked before each turn of the search.
  ProofProgress attempt();
  const Schedule& wanted() const { return wanted_; }
  // Call after the model has learned from an execution.
  void model_has_grown();

  std::uint64_t attempts() const { return attempts_; }
  // Results that were found impossible without looking at states, in all attempts.
  std::uint64_t saturated() const { return saturated_; }

 private:
  // An unseen result that can be had, found in the model as it was then.
  struct Wanted {
    NodeId node;
    std::size_t edges;  // that the node had
    Schedule schedule;
  };

  bool is_due() const;
  bool ask_next();
  GoalAnswer look_at(const KnownGraph& graph, NodeId goal, Allowance& allowance);
  ProofProgress look_at_goals(const KnownGraph& graph, const std::vector<Goal>& goals, Allowance& allowance);

  const Model& model_;
  SearchSwitches switches_;
  const StateSearch& search_;
  Closure closure_;
  GoalSearch goal_search_;
  std::optional<Dominators> dominators_;  // of the graph at hand, if they are of use
  std::uint64_t left_for_saturation_ = 0;
  std::vector<Wanted> found_;
  Schedule wanted_;
  std::uint64_t due_;           // steps of the search before the next attempt, unless ...
  std::uint64_t left_at_first_;  // ... it has to wait for attempts: what they may still take
  std::uint64_t left_ = 0;      // of the effort that this one may take
  std::uint64_t grown_at_ = 0;  // steps of the search when the model had last grown
  bool has_grown_ = true;       // since the last attempt
  bool is_pursued_ = false;     // the attempt goes on with what executions tell
  std::uint64_t attempts_ = 0;
  std::uint64_t saturated_ = 0;
};

}  // namespace heddle
