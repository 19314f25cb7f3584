// SPDX-License-Identifier: Apache-2.0
#include "solve/model_walk.h"

#include "solve/further_steps.h"

namespace heddle {
namespace {

void add(Schedule& schedule, const ModelStep& step) {
  schedule.append(ThreadId(step.thread));
  if (step.is_choice) schedule.choices.push_back(step.choice);
}

}  // namespace

void ModelWalk::reset() {
  machine_.reset();
  path_.clear();
  steps_.assign(steps_.size(), 0);
}

void ModelWalk::append(const ModelStep& step) {
  if (steps_.size() <= step.thread) steps_.resize(step.thread + 1u, 0);
  ++steps_[step.thread];
  path_.push_back(step);
}

void ModelWalk::back_to(const Place& place) {
  machine_.undo_to(place.mark);
  for (; path_.size() > place.length; path_.pop_back()) --steps_[path_.back().thread];
}

bool ModelWalk::take(const ModelStep& step) {
  const std::uint16_t thread = step.thread;
  if (machine_.leaves_wait_set(thread)) {
    machine_.leave_wait_set(thread, step.is_spurious);
    append(step);
    return true;
  }
  const Prediction prediction = machine_.predict(thread, step.choice);
  const Edge* edge = prediction.is_known ? model_.edge(machine_.thread(thread).node, prediction.label) : nullptr;
  if (edge == nullptr) return false;
  machine_.perform(thread, step.choice, prediction.label, *edge);
  append(step);
  return true;
}

void ModelWalk::append_steps(std::uint16_t thread, std::vector<ModelStep>& to) const {
  const std::uint32_t alternatives = machine_.alternatives(thread);
  const bool leaves = machine_.leaves_wait_set(thread);
  const bool only_spurious = leaves && !machine_.node(thread).operation.is_timed;
  for (std::uint32_t choice = 0; choice < alternatives; ++choice) {
    to.push_back(
        {thread, static_cast<std::uint16_t>(choice), alternatives > 1, only_spurious || (leaves && choice == 1)});
  }
}

void ModelWalk::append_spurious_steps(std::vector<ModelStep>& to) const {
  if (freedoms_.spurious_wakeups == 0) return;
  for (std::uint16_t thread = 0; thread < machine_.thread_count(); ++thread) {
    const bool is_extra = machine_.may_wake_spuriously(thread) && !machine_.is_enabled(thread);
    if (is_extra) append_steps(thread, to);
  }
}

Schedule ModelWalk::schedule() const {
  Schedule schedule;
  schedule.wants_payload = true;
  for (const ModelStep& step : path_) add(schedule, step);
  return schedule;
}

Schedule ModelWalk::schedule_to(const ModelStep& unknown) {
  Schedule schedule = this->schedule();
  add(schedule, unknown);
  for (const ModelStep& step : further_steps(model_, machine_, unknown)) add(schedule, step);
  return schedule;
}

}  // namespace heddle
