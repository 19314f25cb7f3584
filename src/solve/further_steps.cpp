// SPDX-License-Identifier: Apache-2.0
#include "solve/further_steps.h"

#include <optional>

namespace heddle {
namespace {

constexpr std::size_t kMostSteps = 400;
constexpr std::size_t kMostInARow = 32;  // of one thread on known ways: it may run in circles

// Operations whose effect does not depend on what nobody has seen yet.
bool has_known_effect(const Operation& operation) {
  switch (operation.kind) {
    case EventKind::Load:
    case EventKind::Rmw:
    case EventKind::Cas:
      return operation.size <= 8;
    case EventKind::ReadRange:
    case EventKind::MutexTryLock:
    case EventKind::SpinTryLock:
    case EventKind::ReadTryLock:
    case EventKind::WriteTryLock:
    case EventKind::SemTryWait:
      return true;
    default:
      return false;
  }
}

class Outlook {
 public:
  Outlook(const Model& model, Machine& machine) : model_(model), machine_(machine) {}

  std::vector<ModelStep> after(const ModelStep& unknown) {
    const std::size_t mark = machine_.mark();
    std::size_t useful = 0;
    if (take_unseen(unknown)) useful = look_around(unknown.thread);
    machine_.undo_to(mark);
    steps_.resize(useful);
    return std::move(steps_);
  }

 private:
  std::size_t look_around(std::uint16_t current) {
    std::size_t useful = 0, in_a_row = 0;
    while (steps_.size() < kMostSteps && !machine_.process_has_ended()) {
      std::optional<ModelStep> known;
      std::optional<ModelStep> unknown;
      for (std::uint16_t index = 0; index < machine_.thread_count() && !unknown; ++index) {
        // Whoever had the latest turn first, or last if he had many.
        const std::size_t shift = in_a_row < kMostInARow ? current : current + 1u;
        const auto thread = static_cast<std::uint16_t>((index + shift) % machine_.thread_count());
        if (is_inside_section(thread)) return useful;
        if (!can_go(thread)) continue;
        const ModelStep step{thread, 0, machine_.alternatives(thread) > 1, false};
        const Prediction prediction = machine_.predict(thread, 0);
        if (!prediction.is_known) continue;
        if (model_.edge(machine_.thread(thread).node, prediction.label) != nullptr) {
          if (!known) known = step;
        } else if (has_known_effect(machine_.node(thread).operation) && is_result(prediction.label)) {
          unknown = step;
        }
      }
      if (!unknown && !known) return useful;
      const ModelStep step = unknown ? *unknown : *known;
      in_a_row = step.thread == current ? in_a_row + 1 : 0;
      current = step.thread;
      steps_.push_back(step);
      if (unknown) {
        take_unseen(step);
        useful = steps_.size();
      } else {
        const Label label = machine_.predict(step.thread, 0).label;
        machine_.perform(step.thread, 0, label, *model_.edge(machine_.thread(step.thread).node, label));
      }
    }
    return useful;
  }

  static bool is_result(const Label& label) { return label.kind == LabelKind::Value || label.kind == LabelKind::Range; }

  bool is_lost(std::uint16_t thread) const { return thread < lost_.size() && lost_[thread]; }

  bool can_go(std::uint16_t thread) const {
    return !is_lost(thread) && machine_.is_live(thread) && machine_.node(thread).has_operation &&
           machine_.is_enabled(thread) && !machine_.leaves_wait_set(thread);
  }

  // Nobody else has a turn meanwhile, and the thread may be one of those that are lost.
  bool is_inside_section(std::uint16_t thread) const {
    if (!machine_.is_live(thread)) return false;
    const Node& node = machine_.node(thread);
    return node.atomic_depth > 0 && (is_lost(thread) || node.operation.kind != EventKind::AtomicBegin);
  }

  // Does to the others what the step does. Where its thread is then, nobody knows.
  bool take_unseen(const ModelStep& step) {
    const Node& node = machine_.node(step.thread);
    if (!node.has_operation || !has_known_effect(node.operation)) return false;
    const Prediction prediction = machine_.predict(step.thread, step.choice);
    if (!prediction.is_known || !is_result(prediction.label)) return false;
    machine_.perform_unseen(step.thread, step.choice, prediction.label);
    if (lost_.size() <= step.thread) lost_.resize(step.thread + 1u, false);
    lost_[step.thread] = true;
    return true;
  }

  const Model& model_;
  Machine& machine_;
  std::vector<ModelStep> steps_;
  std::vector<bool> lost_;  // threads that were given a result nobody has seen them with
};

}  // namespace

std::vector<ModelStep> further_steps(const Model& model, Machine& machine, const ModelStep& unknown) {
  return Outlook(model, machine).after(unknown);
}

}  // namespace heddle
