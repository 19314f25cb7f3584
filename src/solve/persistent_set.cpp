// SPDX-License-Identifier: Apache-2.0
#include "solve/persistent_set.h"

#include <algorithm>
#include <bit>
#include <unordered_set>

#include "learn/lock_words.h"

namespace heddle {

const std::vector<std::uint16_t>& PersistentSet::choose() {
  const std::vector<std::uint16_t>& enabled = situation_.enabled();
  if (enabled.size() <= 1 || model_.sections_wait()) return enabled;
  if (choose_local()) return best_;
  interference_.update();
  tried_.clear(machine_.thread_count());
  const ThreadBits& can_run = situation_.enabled_bits();
  std::size_t size = enabled.size();
  for (const std::uint16_t seed : enabled) {
    if (close(seed)) {
      std::size_t found = 0;
      for (std::size_t word = 0; word < can_run.word_count(); ++word) {
        members_.word(word) &= can_run.word(word);
        found += static_cast<std::size_t>(std::popcount(members_.word(word)));
      }
      if (found < size) {
        size = found;
        best_.clear();
        members_.for_each([&](std::uint16_t thread) { best_.push_back(thread); });
        if (size == 1) break;
      }
    }
    tried_.add(seed);
  }
  return size == enabled.size() ? enabled : best_;
}

bool PersistentSet::is_alone(std::uint16_t thread) {
  if (model_.sections_wait()) return situation_.enabled().size() == 1;
  interference_.update();
  tried_.clear(machine_.thread_count());
  close(thread);
  return !members_.any_of(
      [&](std::uint16_t member) { return member != thread && situation_.enabled_bits().has(member); });
}

// Most steps of a large program are like this.
bool PersistentSet::choose_local() {
  return situation_.local().any_of([&](std::uint16_t thread) {
    if (!situation_.enabled_bits().has(thread) || machine_.finds_freed(thread)) return false;
    if (machine_.finds_destroyed(thread)) return false;
    best_.assign(1, thread);
    return true;
  });
}

// The smallest set with `seed` that has with each thread all that it needs. False if it contains that of a seed that
// was tried before, so is no smaller.
bool PersistentSet::close(std::uint16_t seed) {
  if (tried_.has(seed)) return false;
  members_.clear(machine_.thread_count());
  open_.clear(machine_.thread_count());
  open_.add(seed);
  for (bool is_done = false; !is_done;) {
    is_done = true;
    for (std::size_t word = 0; word < open_.word_count(); ++word) {
      while (open_.word(word) != 0) {
        is_done = false;
        const std::uint16_t thread = ThreadBits::first_in(open_.word(word), word);
        members_.add(thread);
        unite_needs(thread);
        std::uint64_t again = 0;
        for (std::size_t index = 0; index < open_.word_count(); ++index) {
          open_.word(index) &= ~members_.word(index);
          again |= open_.word(index) & tried_.word(index);
        }
        if (again != 0) {
          tried_.add(thread);  // its set contains that of the other seed, too
          return false;
        }
      }
    }
  }
  return true;
}

// Adds to open_ who must be in a set with the thread.
void PersistentSet::unite_needs(std::uint16_t thread) {
  if (situation_.held().has(thread)) return;  // for ever: it needs nobody
  if (!situation_.enabled_bits().has(thread)) return add_enabling(thread);
  if (concerns_everybody(thread)) return open_.unite(situation_.live());
  interference_.add_interfering(thread, open_);
}

// The next step of the thread ends the process or may do so, or is wrong in this state. An atomic section is one step.
bool PersistentSet::concerns_everybody(std::uint16_t thread) {
  const Node& node = machine_.node(thread);
  if (node.operation.kind == EventKind::AtomicBegin) {
    const bool ends = machine_.has_freed() || section_may_end(machine_.thread(thread).node);
    return ends && !model_.has(Defect::HarmlessEnd);
  }
  if (!situation_.risky().has(thread) && !machine_.has_freed()) return false;
  const bool ends = node.may_end_process || node.operation.kind == EventKind::Exit || machine_.is_wrong(thread);
  return ends && !model_.has(Defect::HarmlessEnd);
}

// Something in the section, as far as it is known, may end the process or be wrong by then.
bool PersistentSet::section_may_end(NodeId begin) {
  const auto [known, is_new] = ending_sections_.try_emplace(begin, false);
  if (!is_new) return known->second;
  std::vector<NodeId> open = {begin};
  std::unordered_set<NodeId> seen = {begin};
  while (!open.empty() && !known->second) {
    const Node& node = model_[open.back()];
    open.pop_back();
    known->second = may_end_in_section(node, model_.resources());
    for (const Edge& edge : node.edges) {
      if (model_[edge.child].atomic_depth > 0 && seen.insert(edge.child).second) open.push_back(edge.child);
    }
  }
  return known->second;
}

// Adds to open_ whoever is able to let a waiting thread go on.
void PersistentSet::add_enabling(std::uint16_t thread) {
  const auto add_users = [&](ResourceId resource, Mode mode) { interference_.add_users(resource, mode, open_); };
  const Node& node = machine_.node(thread);
  for (Mode mode : {Mode::Any, Mode::Free}) {  // making an object anew lets go whoever waits for it
    add_users(node.resource, mode);
    add_users(node.partner, mode);
  }
  switch (node.operation.kind) {
    case EventKind::MutexLock:
    case EventKind::SpinLock:
    case EventKind::OnceEnter:
    case EventKind::Call:
      if (model_.has(Defect::Holder)) return;
      if (const auto holder = machine_.holder(thread)) open_.add(*holder);
      return;
    case EventKind::ReadLock:
    case EventKind::WriteLock:
      if (const auto holder = machine_.holder(thread)) return open_.add(*holder);
      return add_users(node.resource, Mode::RwUnlock);
    case EventKind::ThreadJoin: {
      if (const auto awaited = situation_.awaited(thread)) return open_.add(*awaited);
      const auto target = static_cast<std::uint16_t>(node.operation.object);
      const bool exists = target < machine_.thread_count() && machine_.is_live(target);
      if (!exists) return open_.unite(situation_.live());
      if (model_.has(Defect::JoinTarget)) return;
      open_.add(target);
      return add_users(node.resource, Mode::Handle);
    }
    case EventKind::CondReacquire:
      if (model_.has(Defect::Signaller)) return;
      if (machine_.thread(thread).wait == Wait::Waiting) return add_users(node.resource, Mode::Signal);
      if (const auto holder = machine_.holder(thread)) open_.add(*holder);
      return;
    case EventKind::FutexReturn:
      return add_users(node.resource, Mode::Wake);
    case EventKind::SemWait:
      if (model_.has(Defect::Poster)) return;
      return add_users(node.resource, Mode::Post);
    case EventKind::BarrierLeave:
      if (model_.has(Defect::Arrival)) return;
      return add_users(node.resource, Mode::Arrive);
    case EventKind::Yield:
      for (ResourceId cell : node.cells) add_users(cell, Mode::Write);
      return;
    case EventKind::ObjectDestroy:
      return add_users(node.resource, Mode::Leave);
    default:
      return open_.unite(situation_.live());
  }
}

}  // namespace heddle
