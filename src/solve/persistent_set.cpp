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
  is_enabled_.assign(machine.thread_count(), false);
  for (std::uint16_t thread : enabled) is_enabled_[thread] = true;
  std::vector<std::uint16_t> found;
  for (std::uint16_t seed : enabled) {
    close(machine, seed);
    found.clear();
    std::copy_if(members_.begin(), members_.end(), std::back_inserter(found),
                 [&](std::uint16_t thread) { return is_enabled_[thread]; });
    if (found.size() < best_.size()) best_ = found;
    if (best_.size() == 1) break;
  }
  std::sort(best_.begin(), best_.end());
  return best_;
}

void PersistentSet::close(const Machine& machine, std::uint16_t seed) {
  contains_.assign(machine.thread_count(), false);
  members_.clear();
  add(seed);
  for (std::size_t next = 0; next < members_.size(); ++next) {
    const std::uint16_t thread = members_[next];
    if (is_enabled_[thread])
      add_conflicting(machine, thread);
    else
      add_enabling(machine, thread);
  }
}

void PersistentSet::add(std::uint16_t thread) {
  if (contains_[thread]) return;
  contains_[thread] = true;
  members_.push_back(thread);
}

void PersistentSet::add_everybody(const Machine& machine) {
  for (std::uint16_t thread = 0; thread < machine.thread_count(); ++thread) {
    if (machine.is_live(thread)) add(thread);
  }
}

bool PersistentSet::somebody_reads(const Machine& machine, ResourceId resource) const {
  const AccessId read = model_.accesses().find(resource, Mode::Read);
  if (read == AccessSets::kUnknownAccess) return false;
  for (std::uint16_t thread = 0; thread < machine.thread_count(); ++thread) {
    if (machine.is_live(thread) && model_.accesses().contains(machine.node(thread).future, read)) return true;
  }
  return false;
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

void PersistentSet::add_conflicting(const Machine& machine, std::uint16_t thread) {
  const Node& node = machine.node(thread);
  const AccessSets& accesses = model_.accesses();
  const LabelKind result = machine.predict(thread, 0).label.kind;
  const bool is_wrong = result == LabelKind::Freed || result == LabelKind::Misuse;
  if (node.may_end_process || node.operation.kind == EventKind::Exit || is_wrong) return add_everybody(machine);
  const bool is_section = node.operation.kind == EventKind::AtomicBegin;
  for (std::uint16_t other = 0; other < machine.thread_count(); ++other) {
    if (contains_[other] || !machine.is_live(other)) continue;
    const AccessSetId future = machine.node(other).future;
    if (is_section) {
      if (conflict(node.future, future)) add(other);
      continue;
    }
    for (AccessId access : node.accesses) {
      const bool both_write = accesses.mode_of(access) == Mode::Write && accesses.contains(future, access) &&
                              somebody_reads(machine, accesses.resource_of(access));
      if (!both_write && !accesses.contains_any(future, accesses.conflicts_of(access))) continue;
      add(other);
      break;
    }
  }
}

void PersistentSet::add_users(const Machine& machine, ResourceId resource, Mode mode, std::uint16_t except) {
  const AccessId access = model_.accesses().find(resource, mode);
  if (access == AccessSets::kUnknownAccess) return;
  for (std::uint16_t other = 0; other < machine.thread_count(); ++other) {
    const bool may =
        other != except && machine.is_live(other) && model_.accesses().contains(machine.node(other).future, access);
    if (may) add(other);
  }
}

// Whoever is able to let a waiting thread go on.
void PersistentSet::add_enabling(const Machine& machine, std::uint16_t thread) {
  const Node& node = machine.node(thread);
  for (Mode mode : {Mode::Any, Mode::Free}) {  // making an object anew lets go whoever waits for it
    add_users(machine, node.resource, mode, thread);
    add_users(machine, node.partner, mode, thread);
  }
  switch (node.operation.kind) {
    case EventKind::MutexLock:
    case EventKind::SpinLock:
    case EventKind::OnceEnter:
    case EventKind::Call:
      if (const auto holder = machine.holder(thread)) add(*holder);
      return;
    case EventKind::ReadLock:
    case EventKind::WriteLock:
      if (const auto holder = machine.holder(thread)) return add(*holder);
      return add_users(machine, node.resource, Mode::RwUnlock, thread);
    case EventKind::ThreadJoin: {
      const auto target = static_cast<std::uint16_t>(node.operation.object);
      const bool exists = target < machine.thread_count() && machine.is_live(target);
      if (!exists) return add_everybody(machine);
      add(target);
      return add_users(machine, node.resource, Mode::Handle, thread);
    }
    case EventKind::CondReacquire:
      if (machine.thread(thread).wait == Wait::Waiting) return add_users(machine, node.resource, Mode::Signal, thread);
      if (const auto holder = machine.holder(thread)) add(*holder);
      return;
    case EventKind::FutexReturn:
      return add_users(machine, node.resource, Mode::Signal, thread);
    case EventKind::SemWait:
      return add_users(machine, node.resource, Mode::Post, thread);
    case EventKind::BarrierLeave:
      return add_users(machine, node.resource, Mode::Arrive, thread);
    case EventKind::Yield:
      for (ResourceId cell : node.cells) add_users(machine, cell, Mode::Write, thread);
      return;
    case EventKind::ObjectDestroy:
      return add_users(machine, node.resource, Mode::Leave, thread);
    default:
      return add_everybody(machine);
  }
}

}  // namespace heddle
