// SPDX-License-Identifier: Apache-2.0
//
// ThreadId, and a fixed-size set of threads. Small enough to copy; iteration in ascending order.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace heddle {

enum class ThreadId : std::uint16_t {};
constexpr std::uint16_t number(ThreadId thread) { return static_cast<std::uint16_t>(thread); }

class ThreadSet {
 public:
  static constexpr std::size_t kCapacity = 256;

  void insert(ThreadId thread) { words_[number(thread) / 64] |= bit(thread); }
  void erase(ThreadId thread) { words_[number(thread) / 64] &= ~bit(thread); }
  bool contains(ThreadId thread) const { return (words_[number(thread) / 64] & bit(thread)) != 0; }
  bool empty() const { return size() == 0; }
  std::size_t size() const {
    std::size_t count = 0;
    for (std::uint64_t word : words_) count += static_cast<std::size_t>(std::popcount(word));
    return count;
  }
  std::uint64_t& word(std::size_t index) { return words_[index]; }

  // Calls visit(ThreadId) for each member, lowest first.
  template <typename Visit>
  void for_each(Visit visit) const {
    for (std::size_t index = 0; index < words_.size(); ++index) {
      for (std::uint64_t rest = words_[index]; rest != 0; rest &= rest - 1) {
        visit(ThreadId(static_cast<std::uint16_t>(index * 64 + static_cast<std::size_t>(std::countr_zero(rest)))));
      }
    }
  }
  friend bool operator==(const ThreadSet&, const ThreadSet&) = default;

 private:
  static std::uint64_t bit(ThreadId thread) { return std::uint64_t{1} << (number(thread) % 64); }
  std::array<std::uint64_t, kCapacity / 64> words_{};
};

}  // namespace heddle
