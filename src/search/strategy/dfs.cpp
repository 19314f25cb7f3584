// SPDX-License-Identifier: Apache-2.0
#include "search/strategy/dfs.h"

#include <algorithm>

#include "trace/choice.h"

namespace heddle {

void DfsStrategy::restart() {
  steps_.assign(1, Step{});
  steps_[kRoot].references = 2;  // the tree's own and that of the first item
  free_steps_.clear();
  work_.assign(1, kRoot);  // the empty prefix
}

std::optional<Schedule> DfsStrategy::next() {
  if (work_.empty()) return std::nullopt;
  const StepId step = work_.back();
  work_.pop_back();
  return schedule_of(step);
}

// The schedule's seed is of no use to Rest::Continue; it carries the item's number through the runner, so that the
// run finds back to its place in the tree whatever the order in which runs come back.
Schedule DfsStrategy::schedule_of(StepId step) const {
  Schedule schedule;
  schedule.wants_enabled = true;
  schedule.seed = step;
  for (StepId at = step; at != kRoot; at = steps_[at].parent) {
    schedule.append(steps_[at].thread);
    if (steps_[at].choice != kNoChoice) schedule.choices.push_back(steps_[at].choice);
  }
  std::reverse(schedule.turns.begin(), schedule.turns.end());
  std::reverse(schedule.choices.begin(), schedule.choices.end());
  return schedule;
}

void DfsStrategy::learn(const Run& run) {
  const auto start = static_cast<StepId>(run.schedule.seed);
  HEDDLE_CHECK(start < steps_.size() && steps_[start].references > 0, "a run that this strategy did not ask for");
  const std::vector<Event>& events = run.trace.events;
  const bool has_enabled = run.trace.enabled.size() >= events.size();
  HEDDLE_CHECK(has_enabled, "dfs needs the enabled threads of every event");

  // The last decision named a thread; if its event turned out to be a choice, the policy has filled it in.
  const std::size_t length = run.schedule.length();
  const bool left_open =
      start != kRoot && steps_[start].choice == kNoChoice && length <= events.size() && is_choice(events[length - 1]);
  if (left_open) {
    steps_[start].choice = chosen(events[length - 1]);
    push_other_choices(steps_[start].parent, events[length - 1]);
  }
  StepId at = start;
  for (std::size_t position = length; position < events.size(); ++position) {
    const Event& event = events[position];
    push_other_threads(at, event, run.trace.enabled[position]);
    if (is_choice(event)) push_other_choices(at, event);
    const StepId next = add_step(at, event.thread, is_choice(event) ? chosen(event) : kNoChoice);
    release(at);
    at = next;
  }
  release(at);
}

void DfsStrategy::push_other_threads(StepId at, const Event& event, const ThreadSet& enabled) {
  enabled.for_each([&](ThreadId thread) {
    if (thread != event.thread) work_.push_back(add_step(at, thread, kNoChoice));
  });
}

void DfsStrategy::push_other_choices(StepId at, const Event& event) {
  for (std::uint32_t choice = 0; choice < alternatives(event); ++choice) {
    if (choice != chosen(event)) work_.push_back(add_step(at, event.thread, choice));
  }
}

// The new step's one reference is the caller's.
DfsStrategy::StepId DfsStrategy::add_step(StepId parent, ThreadId thread, std::uint32_t choice) {
  StepId step = 0;
  if (free_steps_.empty()) {
    step = static_cast<StepId>(steps_.size());
    steps_.emplace_back();
  } else {
    step = free_steps_.back();
    free_steps_.pop_back();
  }
  ++steps_[parent].references;
  steps_[step] = {parent, 1, choice, thread};
  return step;
}

void DfsStrategy::release(StepId step) {
  while (--steps_[step].references == 0 && step != kRoot) {
    free_steps_.push_back(step);
    step = steps_[step].parent;
  }
}

}  // namespace heddle
