// SPDX-License-Identifier: Apache-2.0
#include "solve/goal_search.h"

#include <algorithm>

namespace heddle {
namespace {

constexpr std::uint64_t kEffortOfStep = 10;     // in nodes looked at
constexpr std::size_t kMostStates = 1'000'000;  // in memory

ModelStep step_of(std::uint16_t thread) { return {thread, 0, false, false}; }

void append(std::string& text, std::uint64_t value) {
  text.append(reinterpret_cast<const char*>(&value), sizeof value);
}

}  // namespace

// What tells two states of the slice apart. A thread that is past its part in it does nothing any more.
std::string GoalSearch::key(const GoalSlice& slice) const {
  constexpr std::uint64_t kNotCreated = ~std::uint64_t{0}, kPast = kNotCreated - 1;
  const Machine& machine = walk_.machine();
  std::string text;
  for (const std::uint16_t thread : slice.threads()) {
    const ThreadState& state = machine.thread(thread);
    const bool is_there = state.status != Status::NotCreated;
    append(text, !is_there ? kNotCreated : slice.contains(state.node) ? state.node : kPast);
  }
  for (const ResourceId resource : slice.resources()) {
    text.push_back(machine.is_untouched(resource) ? 'u' : 't');
    append(text, machine.state_of(resource));
  }
  return text;
}

// Stands where nobody knows how it goes on.
bool GoalSearch::is_unknown(std::uint16_t thread) const {
  const Machine& machine = walk_.machine();
  return machine.is_live(thread) && !machine.node(thread).has_operation;
}

// No thread is where it cannot be on a way to the goal.
bool GoalSearch::agrees() const {
  const Machine& machine = walk_.machine();
  for (std::uint16_t thread = 0; needed_ != nullptr && thread < model_.thread_count(); ++thread) {
    const ThreadState& state = machine.thread(thread);
    if (state.status != Status::NotCreated && !needed_->agrees_with(state.node)) return false;
  }
  return true;
}

// Takes the state in that the machine is in, unless it was met before or leads nowhere. True: something unknown is
// next.
bool GoalSearch::enter(const GoalSlice& slice) {
  const Machine& machine = walk_.machine();
  const std::uint16_t goal_thread = number(model_[slice.goal()].thread);
  const ThreadState& goal = machine.thread(goal_thread);
  const bool is_lost = goal.status != Status::NotCreated && !slice.contains(goal.node);
  if (is_lost || machine.process_has_ended()) return false;
  for (const std::uint16_t thread : slice.threads()) {
    if (!is_unknown(thread)) continue;
    wanted_ = walk_.schedule_to(step_of(thread));
    return true;
  }
  if (!agrees() || !seen_.insert(key(slice)).second) return false;
  ++states_;
  frames_.push_back({walk_.place(), open_.size()});
  for (const std::uint16_t thread : slice.threads()) {
    if (!machine.is_live(thread) || !slice.contains(machine.thread(thread).node) || !machine.is_enabled(thread))
      continue;
    if (slice.is_apart(machine.thread(thread).node)) open_.resize(frames_.back().first_step);
    open_.push_back(thread);
    if (slice.is_apart(machine.thread(thread).node)) break;
  }
  return false;
}

GoalAnswer GoalSearch::look_for(const GoalSlice& slice, Allowance& allowance, const Saturation* needed) {
  needed_ = needed;
  walk_.reset();
  frames_.clear();
  open_.clear();
  seen_.clear();
  if (allowance.is_spent()) return GoalAnswer::GivenUp;
  if (enter(slice)) return GoalAnswer::Found;
  while (!frames_.empty()) {
    walk_.back_to(frames_.back().place);
    if (open_.size() == frames_.back().first_step) {
      frames_.pop_back();
      continue;
    }
    if (!allowance.spend(kEffortOfStep) || seen_.size() > kMostStates) return GoalAnswer::GivenUp;
    const std::uint16_t thread = open_.back();
    open_.pop_back();
    if (!walk_.take(step_of(thread))) {
      wanted_ = walk_.schedule_to(step_of(thread));
      return GoalAnswer::Found;
    }
    if (enter(slice)) return GoalAnswer::Found;
  }
  return GoalAnswer::Refuted;
}

}  // namespace heddle
