// SPDX-License-Identifier: Apache-2.0
#include "solve/persistent_set.h"

#include <algorithm>
#include <bit>

#include "learn/lock_words.h"

namespace heddle {

const std::vector<std::uint16_t>& PersistentSet::choose(const Machine& machine,
                                                        const std::vector<std::uint16_t>& enabled) {
  best_ = enabled;
  if (enabled.size() <= 1) return best_;
  for (std::uint16_t thread : enabled) {  // most steps of a large program are like this
    const Node& node = machine.node(thread);
    if (!node.is_local || node.may_end_process || machine.is_freed(node)) continue;
    best_.assign(1, thread);
    return best_;
  }
  const std::size_t threads = machine.thread_count();
  words_ = (threads + 63) / 64;
  live_.clear();
  enabled_.assign(words_, 0);
  everybody_.assign(words_, 0);
  for (std::uint16_t thread = 0; thread < threads; ++thread) {
    if (!machine.is_live(thread)) continue;
    live_.push_back(thread);
    add(everybody_.data(), thread);
  }
  for (std::uint16_t thread : enabled) add(enabled_.data(), thread);
  needs_.assign(words_ * threads, 0);
  is_known_.assign(threads, false);
  std::size_t size = enabled.size();
  for (std::uint16_t seed : enabled) {
    close(machine, seed);
    std::size_t found = 0;
    for (std::size_t word = 0; word < words_; ++word) {
      members_[word] &= enabled_[word];
      found += static_cast<std::size_t>(std::popcount(members_[word]));
    }
    if (found >= size) continue;
    size = found;
    smallest_ = members_;
    if (size == 1) break;
  }
  if (size == enabled.size()) return best_;
  std::erase_if(best_, [&](std::uint16_t thread) { return (smallest_[thread / 64] >> (thread % 64) & 1) == 0; });
  return best_;
}

PersistentSet::Row PersistentSet::needs(const Machine& machine, std::uint16_t thread) {
  const Row row = needs_.data() + words_ * thread;
  if (is_known_[thread]) return row;
  is_known_[thread] = true;
  if ((enabled_[thread / 64] >> (thread % 64) & 1) != 0)
    add_conflicting(machine, thread, row);
  else
    add_enabling(machine, thread, row);
  return row;
}

// The smallest set with `seed` that has with each thread all that it needs.
void PersistentSet::close(const Machine& machine, std::uint16_t seed) {
  members_.assign(words_, 0);
  open_.assign(words_, 0);
  add(open_.data(), seed);
  for (bool is_done = false; !is_done;) {
    is_done = true;
    for (std::size_t word = 0; word < words_; ++word) {
      while (open_[word] != 0) {
        is_done = false;
        const auto thread =
            static_cast<std::uint16_t>(64 * word + static_cast<std::size_t>(std::countr_zero(open_[word])));
        open_[word] &= open_[word] - 1;
        add(members_.data(), thread);
        const Row more = needs(machine, thread);
        for (std::size_t index = 0; index < words_; ++index) open_[index] |= more[index] & ~members_[index];
      }
    }
  }
}

void PersistentSet::add_everybody(Row row) const {
  for (std::size_t word = 0; word < words_; ++word) row[word] |= everybody_[word];
}

bool PersistentSet::somebody_reads(const Machine& machine, ResourceId resource) const {
  const AccessId read = model_.accesses().find(resource, Mode::Read);
  if (read == AccessSets::kUnknownAccess) return false;
  return std::any_of(live_.begin(), live_.end(), [&](std::uint16_t thread) {
    return model_.accesses().contains(machine.node(thread).future, read);
  });
}

bool PersistentSet::conflict(AccessSetId one, AccessSetId other) const {
  const AccessSets& accesses = model_.accesses();
  const std::vector<std::uint64_t>& words = accesses.words(one);
  for (std::size_t word = 0; word < words.size(); ++word) {
    for (std::uint64_t rest = words[word]; rest != 0; rest &= rest - 1) {
      const auto access = static_cast<AccessId>(word * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
      if (accesses.contains_any(other, accesses.conflicts_of(access))) return true;
      if (accesses.mode_of(access) == Mode::Write && accesses.contains(other, access)) return true;
    }
  }
  return false;
}

void PersistentSet::add_conflicting(const Machine& machine, std::uint16_t thread, Row row) const {
  const Node& node = machine.node(thread);
  const AccessSets& accesses = model_.accesses();
  const LabelKind result = machine.predict(thread, 0).label.kind;
  const bool is_wrong = result == LabelKind::Freed || result == LabelKind::Misuse;
  const bool ends = node.may_end_process || node.operation.kind == EventKind::Exit || is_wrong;
  if (ends && !model_.has(Defect::HarmlessEnd)) return add_everybody(row);
  const bool is_section = node.operation.kind == EventKind::AtomicBegin;
  for (const std::uint16_t other : live_) {
    if (other == thread) continue;
    const AccessSetId future = machine.node(other).future;
    if (is_section) {
      if (conflict(node.future, future)) add(row, other);
      continue;
    }
    for (AccessId access : node.accesses) {
      const bool both_write = accesses.mode_of(access) == Mode::Write && accesses.contains(future, access) &&
                              !model_.has(Defect::WriteWrite) &&
                              (races_ || somebody_reads(machine, accesses.resource_of(access)));
      if (!both_write && !accesses.contains_any(future, accesses.conflicts_of(access))) continue;
      add(row, other);
      break;
    }
  }
}

void PersistentSet::add_users(const Machine& machine, ResourceId resource, Mode mode, std::uint16_t except,
                              Row row) const {
  const AccessId access = model_.accesses().find(resource, mode);
  if (access == AccessSets::kUnknownAccess) return;
  for (const std::uint16_t other : live_) {
    const bool may = other != except && model_.accesses().contains(machine.node(other).future, access);
    if (may) add(row, other);
  }
}

// Whoever is able to let a waiting thread go on.
void PersistentSet::add_enabling(const Machine& machine, std::uint16_t thread, Row row) const {
  const Node& node = machine.node(thread);
  for (Mode mode : {Mode::Any, Mode::Free}) {  // making an object anew lets go whoever waits for it
    add_users(machine, node.resource, mode, thread, row);
    add_users(machine, node.partner, mode, thread, row);
  }
  switch (node.operation.kind) {
    case EventKind::MutexLock:
    case EventKind::SpinLock:
    case EventKind::OnceEnter:
    case EventKind::Call:
      if (model_.has(Defect::Holder)) return;
      if (const auto holder = machine.holder(thread)) add(row, *holder);
      return;
    case EventKind::ReadLock:
    case EventKind::WriteLock:
      if (const auto holder = machine.holder(thread)) return add(row, *holder);
      return add_users(machine, node.resource, Mode::RwUnlock, thread, row);
    case EventKind::ThreadJoin: {
      const auto target = static_cast<std::uint16_t>(node.operation.object);
      const bool exists = target < machine.thread_count() && machine.is_live(target);
      if (!exists) return add_everybody(row);
      if (model_.has(Defect::JoinTarget)) return;
      add(row, target);
      return add_users(machine, node.resource, Mode::Handle, thread, row);
    }
    case EventKind::CondReacquire:
      if (model_.has(Defect::Signaller)) return;
      if (machine.thread(thread).wait == Wait::Waiting)
        return add_users(machine, node.resource, Mode::Signal, thread, row);
      if (const auto holder = machine.holder(thread)) add(row, *holder);
      return;
    case EventKind::FutexReturn:
      return add_users(machine, node.resource, Mode::Signal, thread, row);
    case EventKind::SemWait:
      if (model_.has(Defect::Poster)) return;
      return add_users(machine, node.resource, Mode::Post, thread, row);
    case EventKind::BarrierLeave:
      if (model_.has(Defect::Arrival)) return;
      return add_users(machine, node.resource, Mode::Arrive, thread, row);
    case EventKind::Yield:
      for (ResourceId cell : node.cells) add_users(machine, cell, Mode::Write, thread, row);
      return;
    case EventKind::ObjectDestroy:
      return add_users(machine, node.resource, Mode::Leave, thread, row);
    default:
      return add_everybody(row);
  }
}

}  // namespace heddle
