// SPDX-License-Identifier: Apache-2.0
//
// VisitedTable: which states were seen, as 64-bit hashes in one flat table: 10 to 15 bytes per state, and as much again
// where a note is kept with each. Grows by half, so that little stands empty; the place of a hash is its share
// of the whole, so growing passes over memory in order.
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
    const std::size_t at = place_of(slots_, hash);
    if (slots_[at] == hash) return false;
    slots_[at] = hash;
    if (++count_ * 5 > slots_.size() * 4) grow();
    return true;
  }
  // On a state that was inserted; 0 at first. Only if notes are kept. Valid until the next one is inserted.
  std::uint64_t& note(std::uint64_t hash) { return hash == kEmpty ? note_on_empty_ : notes_[place_of(slots_, hash)]; }
  // Empties the table, too.
  void keep_notes(bool are_kept) {
    keeps_notes_ = are_kept;
    clear();
  }
  bool contains(std::uint64_t hash) const {
    if (hash == kEmpty) return has_empty_;
    return slots_[place_of(slots_, hash)] == hash;
  }
  void clear() {
    slots_ = Slots(kSmallest, kEmpty);
    notes_ = Slots(keeps_notes_ ? kSmallest : 0, 0);
    note_on_empty_ = 0;
    count_ = 0;
    has_empty_ = false;
  }
  std::size_t size() const { return count_ + (has_empty_ ? 1 : 0); }
  // What is taken at once, besides bytes(), if so many more come.
  std::size_t growth_within(std::size_t more) const {
    const bool grows = (count_ + more) * 5 > slots_.size() * 4;
    const std::size_t words = slots_.size() + notes_.size();
    return grows ? (words + words / 2) * sizeof(std::uint64_t) : 0;
  }
  std::size_t bytes() const { return (slots_.capacity() + notes_.capacity()) * sizeof(std::uint64_t); }

 private:
  using Slots = std::vector<std::uint64_t>;
  static constexpr std::uint64_t kEmpty = 0;
  static constexpr std::size_t kSmallest = 256;

  static std::size_t home(const Slots& slots, std::uint64_t hash) {
    return static_cast<std::size_t>(static_cast<unsigned __int128>(hash) * slots.size() >> 64);
  }
  static std::size_t next(const Slots& slots, std::size_t at) { return at + 1 == slots.size() ? 0 : at + 1; }
  // Where it is, or would be.
  static std::size_t place_of(const Slots& slots, std::uint64_t hash) {
    std::size_t at = home(slots, hash);
    while (slots[at] != kEmpty && slots[at] != hash) at = next(slots, at);
    return at;
  }
  void grow() {
    Slots larger(slots_.size() + slots_.size() / 2, kEmpty);
    Slots larger_notes(keeps_notes_ ? larger.size() : 0, 0);
    for (std::size_t from = 0; from < slots_.size(); ++from) {
      if (slots_[from] == kEmpty) continue;
      const std::size_t to = place_of(larger, slots_[from]);
      larger[to] = slots_[from];
      if (keeps_notes_) larger_notes[to] = notes_[from];
    }
    slots_ = std::move(larger);
    notes_ = std::move(larger_notes);
  }

  Slots slots_ = Slots(kSmallest, kEmpty);
  Slots notes_;  // as slots_
  std::uint64_t note_on_empty_ = 0;
  bool keeps_notes_ = false;
  std::size_t count_ = 0;
  bool has_empty_ = false;  // the hash that stands for an empty slot was seen
};

}  // namespace heddle
