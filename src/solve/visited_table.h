// SPDX-License-Identifier: Apache-2.0
//
// VisitedTable: which states were seen, as 64-bit hashes in one flat table: 10 to 15 bytes per state. Grows by half, so
// that little stands empty; the place of a hash is its share of the whole, so growing passes over memory in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace heddle {

class VisitedTable {
 public:
  // False if it was there already.
  bool insert(std::uint64_t hash) {
    if (hash == kEmpty) return !std::exchange(has_empty_, true);
    if (!place(slots_, hash)) return false;
    if (++count_ * 5 > slots_.size() * 4) grow();
    return true;
  }
  bool contains(std::uint64_t hash) const {
    if (hash == kEmpty) return has_empty_;
    for (std::size_t at = home(slots_, hash); slots_[at] != kEmpty; at = next(slots_, at)) {
      if (slots_[at] == hash) return true;
    }
    return false;
  }
  void clear() {
    slots_ = Slots(kSmallest, kEmpty);
    count_ = 0;
    has_empty_ = false;
  }
  std::size_t size() const { return count_ + (has_empty_ ? 1 : 0); }
  // What is taken at once, besides bytes(), if so many more come.
  std::size_t growth_within(std::size_t more) const {
    const bool grows = (count_ + more) * 5 > slots_.size() * 4;
    return grows ? (slots_.size() + slots_.size() / 2) * sizeof(std::uint64_t) : 0;
  }
  std::size_t bytes() const { return slots_.capacity() * sizeof(std::uint64_t); }

 private:
  using Slots = std::vector<std::uint64_t>;
  static constexpr std::uint64_t kEmpty = 0;
  static constexpr std::size_t kSmallest = 256;

  static std::size_t home(const Slots& slots, std::uint64_t hash) {
    return static_cast<std::size_t>(static_cast<unsigned __int128>(hash) * slots.size() >> 64);
  }
  static std::size_t next(const Slots& slots, std::size_t at) { return at + 1 == slots.size() ? 0 : at + 1; }
  static bool place(Slots& slots, std::uint64_t hash) {
    std::size_t at = home(slots, hash);
    for (; slots[at] != kEmpty; at = next(slots, at)) {
      if (slots[at] == hash) return false;
    }
    slots[at] = hash;
    return true;
  }
  void grow() {
    Slots larger(slots_.size() + slots_.size() / 2, kEmpty);
    for (const std::uint64_t hash : slots_) {
      if (hash != kEmpty) place(larger, hash);
    }
    slots_ = std::move(larger);
  }

  Slots slots_ = Slots(kSmallest, kEmpty);
  std::size_t count_ = 0;
  bool has_empty_ = false;  // the hash that stands for an empty slot was seen
};

}  // namespace heddle
