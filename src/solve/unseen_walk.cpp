// SPDX-License-Identifier: Apache-2.0
#include "solve/unseen_walk.h"

#include <optional>

namespace heddle {
namespace {

// Steps of one thread on known ways: it may run in circles.
constexpr std::size_t kMostInARow = 32;
constexpr std::size_t kMostOfTheFirst = 1000;  // whoever creates many has much to do

bool only_reads(EventKind kind) { return kind == EventKind::Load || kind == EventKind::ReadRange; }

// Whether what the step does to the others does not depend on what nobody has seen yet. Whoever only reads does nothing
// to them, whatever stands there.
bool has_known_effect(const Operation& operation, const Prediction& prediction) {
  if (!prediction.is_known) return only_reads(operation.kind);
  if (prediction.label.kind != LabelKind::Value && prediction.label.kind != LabelKind::Range) return false;
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

}  // namespace

void UnseenWalk::go_on(std::uint16_t current, std::size_t most_steps) {
  current_ = current;
  while (steps_.size() < most_steps && !machine_.process_has_ended() && !is_inside_section()) {
    const std::optional<Next> next = choose();
    if (!next) {
      if (has_unseen_operation()) note_useful();
      return;
    }
    const ModelStep& step = next->step;
    note_turn(step.thread);
    steps_.push_back(step);
    if (next->is_seen) {
      const Label label = machine_.predict(step.thread, 0).label;
      machine_.perform(step.thread, 0, label, *model_.edge(machine_.thread(step.thread).node, label));
    } else {
      take_unseen(step);
      note_useful();
    }
  }
}

void UnseenWalk::note_useful() {
  useful_ = static_cast<std::ptrdiff_t>(steps_.size());
  if (first_useful_ == 0) first_useful_ = useful_;
}

// A step that tells something if there is one, else one that is known.
std::optional<UnseenWalk::Next> UnseenWalk::choose() const {
  std::optional<Next> known;
  for (std::size_t index = 0; index < machine_.thread_count(); ++index) {
    const std::uint16_t thread = asked(index);
    if (!can_go(thread)) continue;
    const ModelStep step{thread, 0, machine_.alternatives(thread) > 1, false};
    const Prediction prediction = machine_.predict(thread, 0);
    const bool is_seen = prediction.is_known && model_.edge(machine_.thread(thread).node, prediction.label) != nullptr;
    if (!is_seen && has_known_effect(machine_.node(thread).operation, prediction)) return Next{step, false};
    if (is_seen && !known) known = Next{step, true};
  }
  return known;
}

std::uint16_t UnseenWalk::asked(std::size_t index) const {
  const std::size_t count = machine_.thread_count();
  switch (order_) {
    case TurnOrder::Onward:
      return static_cast<std::uint16_t>((index + current_ + shift_) % count);
    case TurnOrder::Backward:
      return static_cast<std::uint16_t>((2 * count - index - shift_ % count) % count);
    case TurnOrder::Around:
      return static_cast<std::uint16_t>((index + current_ + 1) % count);
  }
  return 0;
}

void UnseenWalk::note_turn(std::uint16_t thread) {
  in_a_row_ = thread == current_ ? in_a_row_ + 1 : 0;
  current_ = thread;
  if (order_ == TurnOrder::Onward) {
    shift_ = in_a_row_ < kMostInARow ? 0 : 1;
  } else if (in_a_row_ == kMostOfTheFirst) {
    ++shift_;
    in_a_row_ = 0;
  }
}

bool UnseenWalk::can_go(std::uint16_t thread) const {
  return !is_lost(thread) && machine_.is_live(thread) && machine_.node(thread).has_operation &&
         machine_.is_enabled(thread) && !machine_.leaves_wait_set(thread);
}

// Nobody else has a turn meanwhile, and the thread may be one of those that are lost.
bool UnseenWalk::is_inside_section() const {
  for (std::uint16_t thread = 0; thread < machine_.thread_count(); ++thread) {
    if (!machine_.is_live(thread)) continue;
    const Node& node = machine_.node(thread);
    const bool is_before = node.operation.kind == EventKind::AtomicBegin && !is_lost(thread);
    if (node.atomic_depth > 0 && !is_before) return true;
  }
  return false;
}

// Somebody is where nobody has seen how he goes on: he will show it when he has his turn.
bool UnseenWalk::has_unseen_operation() const {
  for (std::uint16_t thread = 0; thread < machine_.thread_count(); ++thread) {
    if (is_lost(thread) || !machine_.is_live(thread)) continue;
    const Node& node = machine_.node(thread);
    if (!node.has_operation && node.end == NodeEnd::Open) return true;
  }
  return false;
}

bool UnseenWalk::take_unseen(const ModelStep& step) {
  const Node& node = machine_.node(step.thread);
  if (!node.has_operation) return false;
  const Prediction prediction = machine_.predict(step.thread, step.choice);
  if (!has_known_effect(node.operation, prediction)) return false;
  if (!only_reads(node.operation.kind)) machine_.perform_unseen(step.thread, step.choice, prediction.label);
  if (lost_.size() <= step.thread) lost_.resize(step.thread + 1u, false);
  lost_[step.thread] = true;
  return true;
}

}  // namespace heddle
