// SPDX-License-Identifier: Apache-2.0
#include "solve/conflict_rows.h"

#include <algorithm>
#include <bit>

namespace heddle {

namespace {

bool share_bits(const std::uint64_t* words, std::size_t count, std::uint32_t word, std::uint64_t bits) {
  return word < count && (words[word] & bits) != 0;
}

}  // namespace

void ConflictRows::forget() {
  ++age_;
  more_.clear();
  threads_.clear();
}

void ConflictRows::update() {
  const std::size_t count = machine_.thread_count();
  if (threads_.size() != count) {
    words_ = (count + 63) / 64;
    threads_.assign(count, {});
    rows_.assign(words_ * count, 0);
  }
  for (std::uint16_t thread = 0; thread < count; ++thread) {
    const NodeId node = machine_.thread(thread).node;
    // Whether two writes interfere that nobody may see depends on all threads.
    const bool is_known = threads_[thread].node == node && (races_ || node == kNoNode);
    if (is_known) continue;
    threads_[thread].node = node;
    if (node == kNoNode)
      leave_out(thread);
    else
      refresh(thread);
  }
}

void ConflictRows::refresh(std::uint16_t number) {
  Thread& thread = threads_[number];
  const std::vector<std::uint64_t>& future = model_.accesses().words(model_[thread.node].future);
  thread.future = future.data();
  thread.future_words = static_cast<std::uint32_t>(future.size());
  thread.interfering = interfering(thread.node);
  const std::uint64_t bit = std::uint64_t{1} << (number % 64);
  std::uint64_t* const row = rows_.data() + words_ * number;
  std::uint64_t* column = rows_.data() + number / 64;
  for (std::size_t word = 0; word < words_; ++word) {
    std::uint64_t found = 0;
    const std::size_t end = std::min(threads_.size(), 64 * (word + 1));
    for (std::size_t other = 64 * word; other < end; ++other, column += words_) {
      if (threads_[other].node == kNoNode || other == number) continue;
      if (interferes(thread, threads_[other])) found |= std::uint64_t{1} << (other % 64);
      *column = interferes(threads_[other], thread) ? *column | bit : *column & ~bit;
    }
    row[word] = found;
  }
}

// It was not created yet, after all.
void ConflictRows::leave_out(std::uint16_t thread) {
  const std::uint64_t bit = std::uint64_t{1} << (thread % 64);
  for (std::size_t at = thread / 64; at < rows_.size(); at += words_) rows_[at] &= ~bit;
}

bool ConflictRows::interferes(const Thread& thread, const Thread& other) const {
  const Parts& parts = thread.interfering;
  if (share_bits(other.future, other.future_words, parts.first.word, parts.first.accesses)) return true;
  for (std::uint32_t index = parts.begin; index < parts.end; ++index) {
    if (share_bits(other.future, other.future_words, more_[index].word, more_[index].accesses)) return true;
  }
  return !races_ && meet_unread(thread.node, other);
}

// Both write, and somebody may still read it.
bool ConflictRows::meet_unread(NodeId id, const Thread& other) const {
  const AccessSets& accesses = model_.accesses();
  const AccessSetId future = model_[other.node].future;
  const Node& node = model_[id];
  if (node.operation.kind == EventKind::AtomicBegin || model_.has(Defect::WriteWrite)) return false;
  return std::any_of(node.accesses.begin(), node.accesses.end(), [&](AccessId access) {
    return accesses.mode_of(access) == Mode::Write && accesses.contains(future, access) &&
           somebody_reads(accesses.resource_of(access));
  });
}

bool ConflictRows::somebody_reads(ResourceId resource) const {
  const AccessId read = model_.accesses().find(resource, Mode::Read);
  if (read == AccessSets::kUnknownAccess) return false;
  for (std::uint16_t thread = 0; thread < machine_.thread_count(); ++thread) {
    const bool reads = machine_.is_live(thread) && model_.accesses().contains(machine_.node(thread).future, read);
    if (reads) return true;
  }
  return false;
}

const ConflictRows::Parts& ConflictRows::interfering(NodeId id) {
  if (id >= of_node_.size()) of_node_.resize(model_.node_count());
  Parts& parts = of_node_[id];
  if (parts.age == age_) return parts;
  collect(model_[id]);
  std::sort(collected_.begin(), collected_.end());
  const auto begin = static_cast<std::uint32_t>(more_.size());
  parts = {age_, begin, begin, {}};
  for (const AccessId access : collected_) {
    const std::uint32_t word = access / 64;
    if (parts.first.accesses == 0) parts.first.word = word;
    const bool is_first = word == parts.first.word;
    const bool is_next = !is_first && (more_.size() == begin || more_.back().word != word);
    if (is_next) more_.push_back({word, 0});
    (is_first ? parts.first : more_.back()).accesses |= std::uint64_t{1} << (access % 64);
  }
  parts.end = static_cast<std::uint32_t>(more_.size());
  return parts;
}

// An atomic section is one operation: all that is in it, and what follows, for its end is not known.
void ConflictRows::collect(const Node& node) {
  const AccessSets& accesses = model_.accesses();
  collected_.clear();
  const bool is_section = node.operation.kind == EventKind::AtomicBegin;
  const bool writes_meet = is_section || (races_ && !model_.has(Defect::WriteWrite));
  const auto add = [&](AccessId access) {
    const std::vector<AccessId>& others = accesses.conflicts_of(access);
    collected_.insert(collected_.end(), others.begin(), others.end());
    if (writes_meet && accesses.mode_of(access) == Mode::Write) collected_.push_back(access);
  };
  if (!is_section) {
    std::for_each(node.accesses.begin(), node.accesses.end(), add);
    return;
  }
  const std::vector<std::uint64_t>& words = accesses.words(node.future);
  for (std::size_t word = 0; word < words.size(); ++word) {
    for (std::uint64_t rest = words[word]; rest != 0; rest &= rest - 1) {
      add(static_cast<AccessId>(word * 64 + static_cast<std::size_t>(std::countr_zero(rest))));
    }
  }
}

}  // namespace heddle
