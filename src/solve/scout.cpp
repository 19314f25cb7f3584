// SPDX-License-Identifier: Apache-2.0
#include "solve/scout.h"

#include <array>

#include "solve/unseen_walk.h"

namespace heddle {
namespace {

constexpr std::array kOrders = {TurnOrder::Backward, TurnOrder::Around, TurnOrder::Onward};
constexpr std::size_t kMostSteps = 20'000;

}  // namespace

std::optional<Schedule> Scout::next() {
  for (std::size_t tried = 0; tried < kOrders.size(); ++tried) {
    std::optional<Schedule> found = walk(next_order_++ % kOrders.size());
    if (found && *found != asked_) {
      asked_ = *found;
      return found;
    }
  }
  return std::nullopt;
}

std::optional<Schedule> Scout::walk(std::size_t order) {
  machine_.reset();
  UnseenWalk walk(model_, machine_, kOrders[order]);
  walk.go_on(0, kMostSteps);
  const std::vector<ModelStep> steps = walk.useful_steps();
  if (steps.empty()) return std::nullopt;
  Schedule schedule;
  for (const ModelStep& step : steps) {
    schedule.append(ThreadId(step.thread));
    if (step.is_choice) schedule.choices.push_back(step.choice);
  }
  return schedule;
}

}  // namespace heddle
