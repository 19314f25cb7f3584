// SPDX-License-Identifier: Apache-2.0
#include "solve/scout.h"

#include <array>

#include "solve/unseen_walk.h"

namespace heddle {
namespace {

struct Walk {
  TurnOrder order;
  Rest rest;
};
// A walk does not know how a thread goes on that was given what nobody has seen. So one of them stops at the first such
// result, and the execution goes on by itself, in the order of the walk.
constexpr std::array kWalks = {Walk{TurnOrder::Backward, Rest::Continue}, Walk{TurnOrder::Backward, Rest::Backward},
                               Walk{TurnOrder::Around, Rest::Continue}, Walk{TurnOrder::Onward, Rest::Continue}};
constexpr std::size_t kMostSteps = 20'000;

}  // namespace

std::optional<Schedule> Scout::next() {
  for (std::size_t tried = 0; tried < kWalks.size(); ++tried) {
    std::optional<Schedule> found = walk(next_++);
    if (found && *found != asked_) {
      asked_ = *found;
      return found;
    }
  }
  return std::nullopt;
}

std::optional<Schedule> Scout::walk(std::size_t turn) {
  const Walk& way = kWalks[turn % kWalks.size()];
  machine_.reset();
  UnseenWalk walk(model_, machine_, way.order);
  walk.go_on(0, kMostSteps);
  const std::vector<ModelStep> steps = way.rest == Rest::Backward ? walk.steps_to_first() : walk.useful_steps();
  if (steps.empty()) return std::nullopt;
  Schedule schedule;
  schedule.rest = way.rest;
  for (const ModelStep& step : steps) {
    schedule.append(ThreadId(step.thread));
    if (step.is_choice) schedule.choices.push_back(step.choice);
  }
  return schedule;
}

}  // namespace heddle
