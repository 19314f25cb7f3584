// SPDX-License-Identifier: Apache-2.0
//
// EventOrder: which of some events come before which others, with all that follows from it.
#pragma once

#include <bitset>
#include <cstddef>
#include <utility>
#include <vector>

namespace heddle {

class EventOrder {
 public:
  static constexpr std::size_t kMost = 512;  // events

  // Nothing is known of this many.
  void reset(std::size_t events) {
    before_.assign(events, {});
    after_.assign(events, {});
    is_impossible_ = has_grown_ = false;
  }
  void put(std::size_t first, std::size_t second);
  bool has(std::size_t first, std::size_t second) const { return after_[first][second]; }
  bool has_or_same(std::size_t first, std::size_t second) const { return first == second || has(first, second); }
  // Something would have to come before itself.
  bool is_impossible() const { return is_impossible_; }
  // Since it was last asked.
  bool has_grown() { return std::exchange(has_grown_, false); }

 private:
  using Set = std::bitset<kMost>;

  std::vector<Set> before_, after_;  // by event
  bool is_impossible_ = false;
  bool has_grown_ = false;
};

}  // namespace heddle
