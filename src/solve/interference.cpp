// SPDX-License-Identifier: Apache-2.0
#include "solve/interference.h"

#include <algorithm>
#include <bit>

namespace heddle {

void Interference::forget() {
  ++age_;
  accesses_.clear();
  written_.clear();
  is_forgotten_ = true;
}

void Interference::update() {
  const std::size_t count = machine_.thread_count();
  if (is_forgotten_ || threads_.size() != count) {
    is_forgotten_ = false;
    words_ = ThreadBits::words_for(count);
    threads_.assign(count, {});
    users_.assign(words_ * model_.accesses().access_count(), 0);
  }
  for (std::uint16_t thread = 0; thread < count; ++thread) {
    const NodeId node = machine_.is_live(thread) ? machine_.thread(thread).node : kNoNode;
    if (threads_[thread].node == node) continue;
    threads_[thread].node = node;
    change(thread, node == kNoNode ? kNoAccesses : model_[node].future);
  }
}

void Interference::change(std::uint16_t thread, AccessSetId to) {
  const AccessSetId from = std::exchange(threads_[thread].future, to);
  if (from == to) return;
  const std::vector<std::uint64_t>& before = model_.accesses().words(from);
  const std::vector<std::uint64_t>& after = model_.accesses().words(to);
  const std::size_t common = std::min(before.size(), after.size());
  for (std::size_t word = 0; word < common; ++word) flip(thread, word, before[word] ^ after[word]);
  for (std::size_t word = common; word < before.size(); ++word) flip(thread, word, before[word]);
  for (std::size_t word = common; word < after.size(); ++word) flip(thread, word, after[word]);
}

void Interference::flip(std::uint16_t thread, std::size_t word, std::uint64_t accesses) {
  for (; accesses != 0; accesses &= accesses - 1) {
    const std::size_t access = word * 64 + static_cast<std::size_t>(std::countr_zero(accesses));
    users_[words_ * access + thread / 64] ^= std::uint64_t{1} << (thread % 64);
  }
}

void Interference::add(AccessId access, ThreadBits& to) const {
  for (std::size_t index = 0; index < words_; ++index) to.word(index) |= users(access)[index];
}

bool Interference::has_users(AccessId access) const {
  return std::any_of(users(access), users(access) + words_, [](std::uint64_t word) { return word != 0; });
}

void Interference::add_interfering(std::uint16_t thread, ThreadBits& to) {
  const Known& known = interfering_with(threads_[thread].node);
  for (std::uint32_t index = known.begin; index < known.end; ++index) add(accesses_[index], to);
  for (std::uint32_t index = known.begin_written; index < known.end_written; ++index) {
    if (has_users(written_[index].read)) add(written_[index].write, to);
  }
}

void Interference::add_users(ResourceId resource, Mode mode, ThreadBits& to) const {
  const AccessId access = model_.accesses().find(resource, mode);
  if (access != AccessSets::kUnknownAccess) add(access, to);
}

const Interference::Known& Interference::interfering_with(NodeId id) {
  if (id >= of_node_.size()) of_node_.resize(model_.node_count());
  Known& known = of_node_[id];
  if (known.age == age_) return known;
  known.age = age_;
  known.begin = static_cast<std::uint32_t>(accesses_.size());
  known.begin_written = static_cast<std::uint32_t>(written_.size());
  find(model_[id]);
  std::sort(accesses_.begin() + known.begin, accesses_.end());
  accesses_.erase(std::unique(accesses_.begin() + known.begin, accesses_.end()), accesses_.end());
  known.end = static_cast<std::uint32_t>(accesses_.size());
  known.end_written = static_cast<std::uint32_t>(written_.size());
  return known;
}

// An atomic section is one operation: all that is in it, and what follows, for where it ends is not known.
void Interference::find(const Node& node) {
  const AccessSets& accesses = model_.accesses();
  if (node.operation.kind != EventKind::AtomicBegin) {
    for (const AccessId access : node.accesses) find(access, false);
    return;
  }
  const std::vector<std::uint64_t>& words = accesses.words(node.future);
  for (std::size_t word = 0; word < words.size(); ++word) {
    for (std::uint64_t rest = words[word]; rest != 0; rest &= rest - 1) {
      find(static_cast<AccessId>(word * 64 + static_cast<std::size_t>(std::countr_zero(rest))), true);
    }
  }
}

void Interference::find(AccessId access, bool is_section) {
  const AccessSets& accesses = model_.accesses();
  const std::vector<AccessId>& others = accesses.conflicts_of(access);
  accesses_.insert(accesses_.end(), others.begin(), others.end());
  if (accesses.mode_of(access) != Mode::Write) return;
  if (is_section) return accesses_.push_back(access);
  if (model_.has(Defect::WriteWrite)) return;
  if (races_ && !model_.has(Defect::UnreadWrites)) return accesses_.push_back(access);
  const AccessId read = accesses.find(accesses.resource_of(access), Mode::Read);
  if (read != AccessSets::kUnknownAccess) written_.push_back({access, read});
}

}  // namespace heddle
