// SPDX-License-Identifier: Apache-2.0
#include "solve/further_steps.h"

#include "solve/unseen_walk.h"

namespace heddle {
namespace {

constexpr std::size_t kMostSteps = 400;

}  // namespace

std::vector<ModelStep> further_steps(const Model& model, Machine& machine, const ModelStep& unknown) {
  const std::size_t mark = machine.mark();
  UnseenWalk walk(model, machine, TurnOrder::Onward);
  if (walk.take_unseen(unknown)) walk.go_on(unknown.thread, kMostSteps);
  machine.undo_to(mark);
  return walk.useful_steps();
}

}  // namespace heddle
