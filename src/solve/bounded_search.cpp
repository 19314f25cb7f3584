// SPDX-License-Identifier: Apache-2.0
#include "solve/bounded_search.h"

#include <algorithm>

#include "solve/chain.h"

namespace heddle {
namespace {

StateKey with_last(StateKey key, std::optional<std::uint16_t> last, HashWords words) {
  const std::uint64_t thread = last ? *last + 1ull : 0;
  return {key.first + 0x9e3779b97f4a7c15 * thread, words == HashWords::One ? 0 : key.second + 0xd6e8feb86659fd93 * thread};
}

// What the table keeps of a state: how it was reached, and in which pass.
struct Reached {
  Effort effort;
  std::uint32_t pass = 0;
};
Reached unpacked(std::uint64_t word) {
  return {{static_cast<std::uint32_t>(word >> 48), static_cast<std::uint32_t>(word >> 16)},
          static_cast<std::uint32_t>(word & 0xffff)};
}
std::uint64_t packed(const Reached& reached) {
  return std::uint64_t{reached.effort.price} << 48 | std::uint64_t{reached.effort.steps} << 16 | reached.pass;
}

// Steps that let nobody go on who could not before: moving one into the turn of its thread never makes a switch
// elsewhere a preemption.
bool lets_nobody_go_on(const Node& node) {
  const EventKind kind = node.operation.kind;
  if (!node.overlaid.empty()) return false;  // a lock that is made anew is free
  return (touches_memory(kind) && kind != EventKind::FutexWait) || kind == EventKind::Fence;
}

}  // namespace

BoundedSearch::BoundedSearch(Model& model, Freedoms freedoms, Price price, bool races, HashWords words)
    : model_(model),
      freedoms_(freedoms),
      counted_(price),
      words_(words),
      walk_(model, freedoms),
      situation_(model, walk_.machine(), true, words),
      persistent_(model, walk_.machine(), situation_, races),
      visited_(words) {
  restart();
}

void BoundedSearch::restart() {
  round_ = model_.begin_round();
  ++rounds_;
  model_.root(ThreadId{});
  model_.settle(round_);
  shape_ = model_.resources().shape();
  sections_wait_ = model_.sections_wait();
  replacements_ = model_.replacements();
  found_in_freed_ = model_.found_in_freed();
  is_dirty_ = false;
  visited_.keep_notes(true);
  level_ = pass_ = 0;
  wanted_length_ = 0;  // the machine does not stand there any more
  was_cut_ = false;
  situation_.set_most_steps(walk_.steps_by_thread(), most_steps_);
  begin();
}

// A pass through all states that cost no more than level_.
void BoundedSearch::begin() {
  ++pass_;
  walk_.reset();
  situation_.forget();
  persistent_.forget();
  frames_.clear();
  open_.clear();
  price_ = 0;
  last_.reset();
  has_dearer_ = begins_level_ = false;
  at_new_state_ = true;
  retry_.reset();
}

std::uint64_t BoundedSearch::table_bytes() const {
  const auto of = [](const auto& list) { return list.capacity() * sizeof(list[0]); };
  return visited_.bytes() + walk_.bytes() + of(frames_) + of(open_);
}

void BoundedSearch::model_has_grown() {
  is_dirty_ |= model_.settle(round_);
  situation_.forget();
  persistent_.forget();
  if (model_.resources().shape() != shape_ || model_.sections_wait() != sections_wait_) return restart();
  if (model_.replacements() != replacements_ || model_.found_in_freed() != found_in_freed_) find_again();
}

// Nodes on the way were replaced by others: goes the same way anew. What the table knows under the old names is not
// found again, which costs time, no more.
void BoundedSearch::find_again() {
  replacements_ = model_.replacements();
  found_in_freed_ = model_.found_in_freed();
  const std::vector<ModelStep> path = walk_.path();
  walk_.reset();
  std::size_t frame = 0;
  for (std::size_t length = 0;; ++length) {
    for (; frame < frames_.size() && frames_[frame].place.length == length; ++frame)
      frames_[frame].place = walk_.place();
    if (length == path.size()) return;
    if (!walk_.take(path[length])) return restart();
  }
}

std::uint32_t BoundedSearch::price_of(std::uint16_t thread) const {
  const bool is_switch = last_ && *last_ != thread;
  const bool counts = counted_ == Price::Switches || last_could_go_on_ || model_.has(Defect::EverySwitch);
  return is_switch && counts ? 1 : 0;
}

SearchProgress BoundedSearch::run(std::uint64_t steps) {
  const std::uint64_t end = steps_ + steps;
  if (begins_level_) {
    ++level_;
    begin();
  }
  for (;;) {
    if (retry_) {
      const ModelStep step = *retry_;
      const Taken taken = take(step);
      if (taken == Taken::NeedsExecution) return SearchProgress::NeedsExecution;
      retry_.reset();
      if (taken == Taken::GivenUp) at_new_state_ = false;
    }
    if (at_new_state_) {
      if (const Visit stopped = enter()) return *stopped;
    }
    if (steps_ >= end) return SearchProgress::Paused;
    if (!backtrack()) return finish_level();
  }
}

SearchProgress BoundedSearch::finish_level() {
  if (is_dirty_) {  // what was taken for the same, or left for later, may not have been
    restart();
    return SearchProgress::Paused;
  }
  if (!has_dearer_) return SearchProgress::Complete;
  if (level_ >= limit_) return SearchProgress::LimitDone;
  begins_level_ = true;
  return SearchProgress::LevelDone;
}

// Moves to the next step that was not taken yet; it stands in retry_. False if there is none.
bool BoundedSearch::backtrack() {
  while (!frames_.empty()) {
    Frame& frame = frames_.back();
    walk_.back_to(frame.place);
    price_ = frame.price;
    last_ = frame.last;
    last_could_go_on_ = frame.last_could_go_on;
    while (frame.next_step < open_.size()) {
      const ModelStep& step = open_[frame.next_step++];
      if (price_ + price_of(step.thread) > level_) {
        has_dearer_ = true;
        continue;
      }
      retry_ = step;
      return true;
    }
    open_.resize(frame.first_step);
    frames_.pop_back();
  }
  return false;
}

BoundedSearch::Taken BoundedSearch::take(const ModelStep& step) {
  ++steps_;
  if (walk_.take(step)) {
    price_ += price_of(step.thread);
    last_ = step.thread;
    at_new_state_ = true;
    return Taken::Yes;
  }
  if (is_too_long(walk_.length() + 1)) return Taken::GivenUp;
  want_unknown(step);
  return Taken::NeedsExecution;
}

void BoundedSearch::want_unknown(const ModelStep& step) {
  wanted_ = walk_.schedule_to(step);
  wanted_length_ = walk_.length() + 1;
}

void BoundedSearch::want_instead(const Schedule& way) {
  wanted_ = way;
  wanted_length_ = walk_.length();
}

void BoundedSearch::want(const std::vector<std::uint16_t>& further, Rest rest) {
  wanted_ = walk_.schedule();
  for (const std::uint16_t thread : further) wanted_.append(ThreadId(thread));
  wanted_.rest = rest;
  wanted_length_ = walk_.length() + further.size();
}

// Whether this way to the state is better than those before, or the same one in an earlier pass.
bool BoundedSearch::is_new(StateKey key) {
  const Reached now{effort(), pass_};
  if (visited_.insert(key)) {
    ++states_;
    visited_.note(key) = packed(now);
    return true;
  }
  std::uint64_t& note = visited_.note(key);
  const Reached before = unpacked(note);
  // Ways with the same price differ in their steps only, and while forcing these are not the fewest anyway.
  const bool is_worse = forces_ ? before.effort.price < price_ : before.effort < now.effort;
  const bool is_better = forces_ ? price_ < before.effort.price : now.effort < before.effort;
  if (is_worse || (!is_better && before.pass == pass_)) return false;
  note = packed(now);
  return true;
}

// The step of the thread that is running concerns nobody else, and need not be put off.
bool BoundedSearch::is_forced() {
  if (!forces_ || !last_ || freedoms_.spurious_wakeups != 0) return false;
  if (!situation_.enabled_bits().has(*last_)) return false;
  const Node& node = machine().node(*last_);
  if (model_.has(Defect::ForcedSteps)) return lets_nobody_go_on(node);
  return lets_nobody_go_on(node) && machine().alternatives(*last_) == 1 && persistent_.is_alone(*last_);
}

void BoundedSearch::push() {
  frames_.push_back({walk_.place(), open_.size(), open_.size(), price_, last_, last_could_go_on_});
  const std::vector<std::uint16_t>& enabled = situation_.enabled();
  if (last_ && situation_.enabled_bits().has(*last_)) walk_.append_steps(*last_, open_);
  for (const std::uint16_t thread : enabled) {
    if (!last_ || thread != *last_) walk_.append_steps(thread, open_);
  }
  walk_.append_spurious_steps(open_);
}

// Nothing: go on with the next step.
BoundedSearch::Visit BoundedSearch::enter() {
  for (std::uint32_t chained = 0;; ++chained) {
    at_new_state_ = false;
    if (effort() >= most()) return {};
    const bool has_ended = machine().process_has_ended();
    if (!has_ended) situation_.look(round_);
    const bool is_held = !has_ended && situation_.holds_anybody();
    was_cut_ |= is_held;
    const std::optional<std::uint16_t> unknown = has_ended ? std::nullopt : situation_.unknown();
    if (unknown) {
      if (is_too_long(walk_.length() + 1)) return {};
      at_new_state_ = true;
      want_unknown({*unknown, 0, false, false});
      return SearchProgress::NeedsExecution;
    }
    last_could_go_on_ = !has_ended && last_ && situation_.enabled_bits().has(*last_);
    const bool is_stuck = !has_ended && situation_.enabled().empty();
    if (is_stuck && is_held) return {};  // nobody waits for ever
    if (const Visit visited = has_ended ? visit_end() : is_stuck ? visit_stuck() : visit()) {
      at_new_state_ = true;
      return visited;
    }
    if (has_ended) return {};
    if (chained < kLongestChain && is_forced()) {
      const ModelStep step{*last_, 0, false, false};
      switch (take(step)) {
        case Taken::Yes:
          continue;
        case Taken::GivenUp:
          return {};
        case Taken::NeedsExecution:
          retry_ = step;
          return SearchProgress::NeedsExecution;
      }
    }
    const bool has_last = !model_.has(Defect::LastThread);
    if (is_new(with_last(situation_.hash(), has_last ? last_ : std::nullopt, words_))) push();
    return {};
  }
}

}  // namespace heddle
