// SPDX-License-Identifier: Apache-2.0
//
// ThreadBits: a set of threads of the model, one bit each. Most programs have at most 64: then it is one word.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "trace/thread_set.h"

namespace heddle {

class ThreadBits {
 public:
  static std::size_t words_for(std::size_t threads) { return (threads + 63) / 64; }

  // Empty, with room for so many.
  void clear(std::size_t threads) {
    word_count_ = words_for(threads);
    words_[0] = 0;
    for (std::size_t index = 1; index < word_count_; ++index) words_[index] = 0;
  }
  bool has(std::uint16_t thread) const { return (words_[thread / 64] >> (thread % 64) & 1) != 0; }
  void add(std::uint16_t thread) { words_[thread / 64] |= std::uint64_t{1} << (thread % 64); }
  void remove(std::uint16_t thread) { words_[thread / 64] &= ~(std::uint64_t{1} << (thread % 64)); }
  void put(std::uint16_t thread, bool is_in) { is_in ? add(thread) : remove(thread); }
  void unite(const ThreadBits& other) {
    for (std::size_t index = 0; index < word_count_; ++index) words_[index] |= other.words_[index];
  }
  bool is_empty() const {
    for (std::size_t index = 0; index < word_count_; ++index) {
      if (words_[index] != 0) return false;
    }
    return true;
  }
  std::size_t word_count() const { return word_count_; }
  std::uint64_t& word(std::size_t index) { return words_[index]; }
  std::uint64_t word(std::size_t index) const { return words_[index]; }

  // Calls `visit` with every thread in it, in order, and stops where that returns true.
  template <typename Visit>
  bool any_of(Visit visit) const {
    for (std::size_t index = 0; index < word_count_; ++index) {
      for (std::uint64_t rest = words_[index]; rest != 0; rest &= rest - 1) {
        if (visit(first_in(rest, index))) return true;
      }
    }
    return false;
  }
  template <typename Visit>
  void for_each(Visit visit) const {
    any_of([&](std::uint16_t thread) {
      visit(thread);
      return false;
    });
  }
  static std::uint16_t first_in(std::uint64_t word, std::size_t index) {
    return static_cast<std::uint16_t>(64 * index + static_cast<std::size_t>(std::countr_zero(word)));
  }

 private:
  std::array<std::uint64_t, ThreadSet::kCapacity / 64> words_;  // the first word_count_ are in use
  std::size_t word_count_ = 0;
};

}  // namespace heddle
