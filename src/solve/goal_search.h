// SPDX-License-Identifier: Apache-2.0
//
// GoalSearch: whether a thread can come to a node with a result that nobody has seen, by looking at all states that its
// slice of the model can be in (goal_slice.h). Each state is kept as it is, not as a hash.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "solve/goal_slice.h"
#include "solve/model_walk.h"
#include "solve/saturation.h"

namespace heddle {

enum class GoalAnswer : std::uint8_t {
  Refuted,  // it cannot, as far as the model goes
  Found,    // wanted() leads there, or to something else that is unknown
  GivenUp,  // it would take too long
};

class GoalSearch {
 public:
  GoalSearch(const Model& model, Freedoms freedoms) : model_(model), walk_(model, freedoms) {}

  // Leaves out what does not agree with `needed`, if that is given.
  GoalAnswer look_for(const GoalSlice& slice, Allowance& allowance, const Saturation* needed = nullptr);
  const Schedule& wanted() const { return wanted_; }
  std::uint64_t states() const { return states_; }

 private:
  struct Frame {
    ModelWalk::Place place;
    std::size_t first_step;  // in open_
  };

  bool enter(const GoalSlice& slice);
  bool agrees() const;
  bool is_unknown(std::uint16_t thread) const;
  std::string key(const GoalSlice& slice) const;

  const Model& model_;
  ModelWalk walk_;
  const Saturation* needed_ = nullptr;
  std::vector<Frame> frames_;
  std::vector<std::uint16_t> open_;  // threads whose step is still to be taken, by frame
  std::unordered_set<std::string> seen_;
  Schedule wanted_;
  std::uint64_t states_ = 0;
};

}  // namespace heddle
