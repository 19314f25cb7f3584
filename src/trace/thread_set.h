// SPDX-License-Identifier: Apache-2.0
//
// ThreadId; ThreadSet, a set of threads, iterated in ascending order; EnabledSets, one such set per event of a trace.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle {

enum class ThreadId : std::uint16_t {};
constexpr std::uint16_t number(ThreadId thread) { return static_cast<std::uint16_t>(thread); }

class ThreadSet {
 public:
  static constexpr std::size_t kCapacity = 1024;

  void insert(ThreadId thread) {
    words_[number(thread) / 64] |= bit(thread);
    used_ = std::max<std::size_t>(used_, number(thread) / 64 + 1u);
  }
  void erase(ThreadId thread) { words_[number(thread) / 64] &= ~bit(thread); }
  bool contains(ThreadId thread) const { return (words_[number(thread) / 64] & bit(thread)) != 0; }
  bool empty() const { return size() == 0; }
  std::size_t size() const {
    std::size_t count = 0;
    for (std::size_t index = 0; index < used_; ++index) count += static_cast<std::size_t>(std::popcount(words_[index]));
    return count;
  }
  // Bit i of word w is thread 64 w + i.
  void assign(const std::uint64_t* words, std::size_t count) {
    words_ = {};
    used_ = std::min(count, words_.size());
    std::copy_n(words, used_, words_.begin());
  }

  // Calls visit(ThreadId) for each member, lowest first.
  template <typename Visit>
  void for_each(Visit visit) const {
    for (std::size_t index = 0; index < used_; ++index) {
      for (std::uint64_t rest = words_[index]; rest != 0; rest &= rest - 1) {
        visit(ThreadId(static_cast<std::uint16_t>(index * 64 + static_cast<std::size_t>(std::countr_zero(rest)))));
      }
    }
  }
  friend bool operator==(const ThreadSet& one, const ThreadSet& other) { return one.words_ == other.words_; }

 private:
  static std::uint64_t bit(ThreadId thread) { return std::uint64_t{1} << (number(thread) % 64); }
  std::array<std::uint64_t, kCapacity / 64> words_{};
  std::size_t used_ = 0;  // words that may have members: nearly always one
};

// Which threads could run, per event. The set changes rarely, so each one is kept once.
class EnabledSets {
 public:
  std::size_t size() const { return numbers_.size(); }
  bool empty() const { return numbers_.empty(); }
  const ThreadSet& operator[](std::size_t event) const { return sets_[numbers_[event]]; }

  void push_back(const ThreadSet& set) {
    if (sets_.empty() || !(sets_.back() == set)) sets_.push_back(set);
    numbers_.push_back(static_cast<std::uint32_t>(sets_.size() - 1));
  }
  // As many events as `count`: further ones have the last set, or an empty one if there is none.
  void extend_to(std::size_t count) {
    if (count <= numbers_.size()) return;
    if (sets_.empty()) sets_.emplace_back();
    numbers_.resize(count, static_cast<std::uint32_t>(sets_.size() - 1));
  }
  void truncate(std::size_t count) { numbers_.resize(std::min(count, numbers_.size())); }

 private:
  std::vector<ThreadSet> sets_;
  std::vector<std::uint32_t> numbers_;  // per event: which of sets_
};

}  // namespace heddle
