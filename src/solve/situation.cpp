// SPDX-License-Identifier: Apache-2.0
#include "solve/situation.h"

namespace heddle {

Situation::Situation(Model& model, Machine& machine, bool live_memory, HashWords words)
    : model_(model), machine_(machine), hash_(model, machine, live_memory, words) {}

void Situation::set_classes(const ThreadClasses* classes) {
  classes_ = classes;
  hash_.set_classes(classes);
}

void Situation::look(std::uint32_t round) {
  const std::size_t threads = machine_.thread_count();
  if (is_forgotten_ || threads != accesses_.size()) {
    is_forgotten_ = false;
    for (ThreadBits* bits : {&live_, &unknown_, &may_wait_, &in_section_, &local_, &risky_, &accessing_, &plain_}) {
      bits->clear(threads);
    }
    accesses_.assign(threads, {});
    for (std::uint16_t thread = 0; thread < threads; ++thread) {
      look_at(thread);
      note_used(thread, round);
    }
    hash_.compute();
  } else {
    for (const std::uint16_t thread : machine_.changed_threads()) {
      look_at(thread);
      hash_.update_thread(thread);
      note_used(thread, round);
    }
    for (const ResourceId resource : machine_.changed_resources()) hash_.update_resource(resource);
  }
  machine_.forget_changes();
  find_enabled();
}

// Where it is not known what a thread does next nothing is concluded, and the search comes again once it is.
void Situation::note_used(std::uint16_t thread, std::uint32_t round) {
  if (round == kNoRound) return;
  if (live_.has(thread) && !unknown_.has(thread)) model_.mark_used(machine_.thread(thread).node, round);
}

void Situation::look_at(std::uint16_t thread) {
  const bool is_live = machine_.is_live(thread);
  live_.put(thread, is_live);
  const bool is_known = is_live && machine_.node(thread).has_operation;
  unknown_.put(thread, is_live && !is_known);
  // Nor does anybody else have a turn where an execution was cut inside of a section.
  const bool is_inside = is_live && machine_.node(thread).is_inside_section();
  in_section_.put(thread, is_inside && !machine_.thread(thread).was_overtaken);
  if (!is_known) {
    for (ThreadBits* bits : {&may_wait_, &local_, &risky_, &accessing_, &plain_}) bits->remove(thread);
    return;
  }
  const Node& node = machine_.node(thread);
  may_wait_.put(thread, may_wait(node.operation));
  local_.put(thread, node.is_local && !node.may_end_process);
  const bool may_end = node.may_end_process || node.operation.kind == EventKind::Exit;
  risky_.put(thread, may_end || may_be_misuse(node, model_.resources()) ||
                         may_find_destroyed(node, model_.resources()));
  accesses_[thread] = next_access(node);
  accessing_.put(thread, accesses_[thread].cells != 0);
  plain_.put(thread, accesses_[thread].cells != 0 && !accesses_[thread].is_atomic);
}

// What RacingPairs would see, or more: a compare-exchange need not write, who joins may have to wait.
Situation::NextAccess Situation::next_access(const Node& node) const {
  NextAccess access;
  access.is_atomic = node.operation.is_atomic;
  switch (node.operation.kind) {
    case EventKind::Load:
    case EventKind::ReadRange:
      break;
    case EventKind::Store:
    case EventKind::WriteRange:
    case EventKind::Rmw:
    case EventKind::Cas:
      access.writes = true;
      break;
    case EventKind::ThreadCreate:
    case EventKind::ThreadJoin:
    case EventKind::ThreadTryJoin:
    case EventKind::ThreadTimedJoin:
      access.writes = true;
      access.is_atomic = false;
      break;
    case EventKind::Free:  // whatever is in it
      return {~std::uint64_t{0}, true, false};
    default:
      return {};
  }
  for (const ResourceId cell : node.cells) {
    const bool is_shared = model_.resources()[cell].is_shared;
    if (is_shared) access.cells |= std::uint64_t{1} << (cell % 64);
  }
  return access;
}

bool Situation::may_race() const {
  if (plain_.is_empty()) return false;
  std::uint64_t plain_reads = 0, plain_writes = 0, atomic_reads = 0, atomic_writes = 0;
  return accessing_.any_of([&](std::uint16_t thread) {
    const NextAccess& access = accesses_[thread];
    std::uint64_t against = plain_writes;
    if (access.writes) against |= plain_reads;
    if (!access.is_atomic) against |= atomic_writes;
    if (access.writes && !access.is_atomic) against |= atomic_reads;
    (access.is_atomic ? access.writes ? atomic_writes : atomic_reads
                      : access.writes ? plain_writes : plain_reads) |= access.cells;
    return (access.cells & against) != 0;
  });
}

std::optional<std::uint16_t> Situation::unknown() const {
  for (std::size_t index = 0; index < unknown_.word_count(); ++index) {
    const std::uint64_t unknown = held_key_ == 0 ? unknown_.word(index) : unknown_.word(index) & ~held_.word(index);
    if (unknown != 0) return ThreadBits::first_in(unknown, index);
  }
  return std::nullopt;
}

// Whether the thread stands still from now on. Threads that can take each other's place are told apart by where they are
// only.
bool Situation::hold(std::uint16_t thread) {
  if (most_steps_ == 0 || thread >= steps_->size() || (*steps_)[thread] < most_steps_) return false;
  held_.add(thread);
  const std::uint64_t name = classes_ == nullptr ? thread + 1u : 0;
  const std::uint64_t part = (std::uint64_t{machine_.thread(thread).node} << 16 ^ name) * 0x9e3779b97f4a7c15;
  held_key_ += (part ^ part >> 32) | 1;
  return true;
}

void Situation::find_enabled() {
  enabled_list_.clear();
  enabled_.clear(accesses_.size());
  waiting_.clear(accesses_.size());
  held_.clear(accesses_.size());
  held_key_ = 0;
  std::optional<std::uint16_t> in_section;
  live_.for_each([&](std::uint16_t thread) {
    if (hold(thread)) {
      if (in_section_.has(thread)) in_section = thread;  // nobody else has a turn until it leaves
      return;
    }
    if (unknown_.has(thread)) return;
    const bool waits = may_wait_.has(thread) && (!machine_.is_enabled(thread) || awaited(thread));
    if (waits) return waiting_.add(thread);
    enabled_.add(thread);
    enabled_list_.push_back(thread);
    if (!in_section && in_section_.has(thread)) in_section = thread;
  });
  if (held_key_ != 0 && model_.has(Defect::CutSiblings)) {
    enabled_.clear(accesses_.size());
    return enabled_list_.clear();
  }
  if (!in_section || model_.has(Defect::SectionOthers)) return;
  enabled_.clear(accesses_.size());
  enabled_list_.clear();
  if (held_.has(*in_section)) return;
  enabled_list_.push_back(*in_section);
  enabled_.add(*in_section);
}

}  // namespace heddle
