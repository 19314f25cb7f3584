// SPDX-License-Identifier: Apache-2.0
//
// UnseenWalk: a way through the model that takes every result nobody has seen yet as soon as it can be had. Where a
// thread goes with such a result is not known, but what it did to memory is, and the other threads are where the model
// has them: so one execution can tell many results at once.
#pragma once

#include <optional>
#include <vector>

#include "learn/machine.h"
#include "solve/model_step.h"

namespace heddle {

// Who is asked first for a step on known ways.
enum class TurnOrder : std::uint8_t {
  Onward,    // whoever had the latest turn
  Backward,  // the main thread, which creates the others, then whoever has the highest number
  Around,    // another one each time
};

class UnseenWalk {
 public:
  UnseenWalk(const Model& model, Machine& machine, TurnOrder order) : model_(model), machine_(machine), order_(order) {}

  // Takes a step whose result nobody has seen. False if it is not known what that does to the others.
  bool take_unseen(const ModelStep& step);
  // Goes on from there, `current` having had the latest turn.
  void go_on(std::uint16_t current, std::size_t most_steps);
  // Steps taken by go_on(), up to the last one that tells something.
  std::vector<ModelStep> useful_steps() const { return {steps_.begin(), steps_.begin() + useful_}; }
  // Up to the first one.
  std::vector<ModelStep> steps_to_first() const { return {steps_.begin(), steps_.begin() + first_useful_}; }

 private:
  struct Next {
    ModelStep step;
    bool is_seen;
  };
  std::optional<Next> choose() const;
  std::uint16_t asked(std::size_t index) const;
  void note_useful();
  void note_turn(std::uint16_t thread);
  bool is_lost(std::uint16_t thread) const { return thread < lost_.size() && lost_[thread]; }
  bool can_go(std::uint16_t thread) const;
  bool is_inside_section() const;
  bool has_unseen_operation() const;

  const Model& model_;
  Machine& machine_;
  TurnOrder order_;
  std::uint16_t current_ = 0;
  std::size_t in_a_row_ = 0;
  std::size_t shift_ = 0;
  std::vector<ModelStep> steps_;
  std::ptrdiff_t useful_ = 0;
  std::ptrdiff_t first_useful_ = 0;
  std::vector<bool> lost_;  // threads that were given a result nobody has seen them with
};

}  // namespace heddle
