// SPDX-License-Identifier: Apache-2.0
#include "solve/model_search.h"

#include <algorithm>

#include "trace/result.h"

namespace heddle {

ModelSearch::ModelSearch(Model& model, Freedoms freedoms, SearchSwitches switches)
    : model_(model),
      freedoms_(freedoms),
      switches_(switches),
      machine_(model, freedoms),
      persistent_(model),
      live_(model) {
  restart();
}

void ModelSearch::restart() {
  ++round_;
  model_.root(ThreadId{});
  model_.settle(round_);
  shape_ = model_.resources().shape();
  is_dirty_ = false;
  machine_.reset();
  path_.clear();
  frames_.clear();
  open_.clear();
  visited_.clear();
  at_new_state_ = true;
  retries_ = false;
}

std::uint64_t ModelSearch::table_bytes() const {
  const auto of = [](const auto& list) { return list.capacity() * sizeof(list[0]); };
  return visited_.bytes() + machine_.undo_bytes() + of(path_) + of(frames_) + of(open_);
}

// A future that the search relied on has grown: this round goes on, for whatever it still finds unknown is unknown, but
// it proves nothing. Memory that was cut differently is another matter: the state itself has no meaning any more.
void ModelSearch::model_has_grown() {
  is_dirty_ |= model_.settle(round_);
  if (model_.resources().shape() != shape_) restart();
}

SearchProgress ModelSearch::run(std::uint64_t steps) {
  const std::uint64_t end = steps_ + steps;
  for (;;) {
    if (retries_) {
      const Step step = retry_;
      if (!take(step)) return SearchProgress::NeedsExecution;
      retries_ = false;
    }
    if (at_new_state_) {
      switch (enter()) {
        case Entered::Wants:
          return SearchProgress::NeedsExecution;
        case Entered::Deadlock:
          at_new_state_ = false;
          return SearchProgress::Deadlock;
        case Entered::Pushed:
        case Entered::Backtrack:
          at_new_state_ = false;
          break;
      }
    }
    if (steps_ >= end) return SearchProgress::Paused;
    if (backtrack()) {
      if (!take(retry_)) {
        retries_ = true;
        return SearchProgress::NeedsExecution;
      }
      continue;
    }
    if (!is_dirty_) return SearchProgress::Complete;
    restart();
  }
}

// Moves to the next step that was not taken yet; it stands in retry_.
bool ModelSearch::backtrack() {
  while (!frames_.empty()) {
    Frame& frame = frames_.back();
    machine_.undo_to(frame.mark);
    path_.resize(frame.path_length);
    if (frame.next_step < open_.size()) {
      retry_ = open_[frame.next_step++];
      return true;
    }
    open_.resize(frame.first_step);
    frames_.pop_back();
  }
  return false;
}

// Takes the step in the model, or says what must be executed first.
bool ModelSearch::take(const Step& step) {
  ++steps_;
  const std::uint16_t thread = step.thread;
  if (machine_.leaves_wait_set(thread)) {
    machine_.leave_wait_set(thread, step.is_spurious);
    path_.push_back(step);
    at_new_state_ = true;
    return true;
  }
  const Prediction prediction = machine_.predict(thread, step.choice);
  const Edge* edge = prediction.is_known ? model_.edge(machine_.thread(thread).node, prediction.label) : nullptr;
  if (edge == nullptr) {
    want(&step);
    return false;
  }
  machine_.perform(thread, step.choice, prediction.label, *edge);
  path_.push_back(step);
  at_new_state_ = true;
  return true;
}

void ModelSearch::want(const Step* last) {
  wanted_ = {};
  wanted_.wants_payload = true;
  const auto append = [&](const Step& step) {
    wanted_.append(ThreadId(step.thread));
    if (step.is_choice) wanted_.choices.push_back(step.choice);
  };
  for (const Step& step : path_) append(step);
  if (last != nullptr) append(*last);
}

void ModelSearch::find_enabled() {
  enabled_.clear();
  for (std::uint16_t thread = 0; thread < machine_.thread_count(); ++thread) {
    if (!machine_.is_enabled(thread)) continue;
    const Node& node = machine_.node(thread);
    if (node.atomic_depth > 0 && node.operation.kind != EventKind::AtomicBegin) {
      enabled_.assign(1, thread);
      return;
    }
    enabled_.push_back(thread);
  }
}

void ModelSearch::push_steps(std::uint16_t thread) {
  const std::uint32_t alternatives = machine_.alternatives(thread);
  const bool leaves = machine_.leaves_wait_set(thread);
  const bool only_spurious = leaves && !machine_.node(thread).operation.is_timed;
  for (std::uint32_t choice = 0; choice < alternatives; ++choice) {
    open_.push_back(
        {thread, static_cast<std::uint16_t>(choice), alternatives > 1, only_spurious || (leaves && choice == 1)});
  }
}

ModelSearch::Entered ModelSearch::enter() {
  for (;;) {
    if (machine_.process_has_ended()) return Entered::Backtrack;
    for (std::uint16_t thread = 0; thread < machine_.thread_count(); ++thread) {
      if (!machine_.is_live(thread)) continue;
      model_.mark_used(machine_.thread(thread).node, round_);
      if (machine_.node(thread).has_operation) continue;
      const Step step{thread, 0, false, false};
      want(&step);
      return Entered::Wants;
    }
    find_enabled();
    if (enabled_.empty()) {
      const std::uint64_t signature = machine_.waiting_signature();
      if (signature == 0 || !deadlocks_.insert(signature).second) return Entered::Backtrack;
      want(nullptr);
      return Entered::Deadlock;
    }
    const bool reduces = switches_.persistent_sets && freedoms_.spurious_wakeups == 0;
    const std::vector<std::uint16_t>& chosen = reduces ? persistent_.choose(machine_, enabled_) : enabled_;
    const bool is_forced = switches_.chain_fusion && chosen.size() == 1 && freedoms_.spurious_wakeups == 0 &&
                           machine_.alternatives(chosen.front()) == 1;
    if (is_forced) {
      const Step step{chosen.front(), 0, false, false};
      if (!take(step)) {
        retries_ = true;
        retry_ = step;
        return Entered::Wants;
      }
      continue;
    }
    static const std::vector<std::uint64_t> kEverything(1 << 14, ~std::uint64_t{0});
    const std::uint64_t hash = machine_.hash(switches_.live_memory ? live_.of(machine_) : kEverything);
    if (!visited_.insert(hash)) return Entered::Backtrack;
    ++states_;
    frames_.push_back({machine_.mark(), path_.size(), open_.size(), open_.size()});
    for (std::uint16_t thread : chosen) push_steps(thread);
    if (freedoms_.spurious_wakeups > 0) {
      for (std::uint16_t thread = 0; thread < machine_.thread_count(); ++thread) {
        const bool is_extra = machine_.may_wake_spuriously(thread) && !machine_.is_enabled(thread);
        if (is_extra) push_steps(thread);
      }
    }
    return Entered::Pushed;
  }
}

}  // namespace heddle
