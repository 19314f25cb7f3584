// SPDX-License-Identifier: Apache-2.0
//
// VisitedTable: which states were seen, as 64-bit hashes in one flat table: 10 to 15 bytes per state, as much again
// where hashes have two words, and again where a note is kept with each. Grows by half, so that little stands empty; the
// place of a hash is the share of the whole that its first word is, so growing passes over memory in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "solve/state_key.h"

namespace heddle {

class VisitedTable {
 public:
  explicit VisitedTable(HashWords words = HashWords::One) : has_second_(words == HashWords::Two) { clear(); }

  // False if it was there already.
  bool insert(StateKey key) {
    if (is_apart(key)) [[unlikely]] return !std::exchange(has_empty_, true);
    const std::size_t at = place_of(words_, key);
    if (words_.first[at] != kEmpty) return false;
    put(words_, at, key);
    if (++count_ * 5 > words_.first.size() * 4) grow();
    return true;
  }
  // On a state that was inserted; 0 at first. Only if notes are kept. Valid until the next one is inserted.
  std::uint64_t& note(StateKey key) { return is_apart(key) ? note_on_empty_ : notes_[place_of(words_, key)]; }
  // Empties the table, too.
  void keep_notes(bool are_kept) {
    keeps_notes_ = are_kept;
    clear();
  }
  bool contains(StateKey key) const {
    return is_apart(key) ? has_empty_ : words_.first[place_of(words_, key)] != kEmpty;
  }
  void clear() {
    words_ = {Slots(kSmallest, kEmpty), Slots(has_second_ ? kSmallest : 0, 0)};
    notes_ = Slots(keeps_notes_ ? kSmallest : 0, 0);
    note_on_empty_ = 0;
    count_ = 0;
    has_empty_ = false;
  }
  std::size_t size() const { return count_ + (has_empty_ ? 1 : 0); }
  // What is taken at once, besides bytes(), if so many more come.
  std::size_t growth_within(std::size_t more) const {
    const bool grows = (count_ + more) * 5 > words_.first.size() * 4;
    const std::size_t larger = words_.first.size() + words_.first.size() / 2;
    return grows ? larger * (1u + has_second_ + keeps_notes_) * sizeof(std::uint64_t) : 0;
  }
  std::size_t bytes() const {
    return (words_.first.capacity() + words_.second.capacity() + notes_.capacity()) * sizeof(std::uint64_t);
  }

 private:
  using Slots = std::vector<std::uint64_t>;
  struct Words {
    Slots first;   // kEmpty: nothing is there
    Slots second;  // as first, if there are two
  };
  static constexpr std::uint64_t kEmpty = 0;
  static constexpr std::size_t kSmallest = 256;

  // What looks like an empty slot is kept beside the table. With two words many do: there they take another first word,
  // and the second one is left to tell them apart.
  bool is_apart(StateKey& key) const {
    if (key.first != kEmpty) [[likely]] return false;
    key.first = has_second_ ? 1 : kEmpty;
    return !has_second_;
  }
  static std::size_t home(const Words& words, std::uint64_t first) {
    return static_cast<std::size_t>(static_cast<unsigned __int128>(first) * words.first.size() >> 64);
  }
  // Where it is, or would be.
  std::size_t place_of(const Words& words, StateKey key) const {
    std::size_t at = home(words, key.first);
    while (words.first[at] != kEmpty) {
      if (words.first[at] == key.first && (!has_second_ || words.second[at] == key.second)) break;
      if (++at == words.first.size()) at = 0;
    }
    return at;
  }
  void put(Words& words, std::size_t at, StateKey key) {
    words.first[at] = key.first;
    if (has_second_) words.second[at] = key.second;
  }
  void grow() {
    const std::size_t size = words_.first.size() + words_.first.size() / 2;
    Words larger{Slots(size, kEmpty), Slots(has_second_ ? size : 0, 0)};
    Slots larger_notes(keeps_notes_ ? size : 0, 0);
    for (std::size_t from = 0; from < words_.first.size(); ++from) {
      if (words_.first[from] == kEmpty) continue;
      const StateKey key(words_.first[from], has_second_ ? words_.second[from] : 0);
      const std::size_t to = place_of(larger, key);
      put(larger, to, key);
      if (keeps_notes_) larger_notes[to] = notes_[from];
    }
    words_ = std::move(larger);
    notes_ = std::move(larger_notes);
  }

  const bool has_second_;
  Words words_;
  Slots notes_;  // as words_
  std::uint64_t note_on_empty_ = 0;
  bool keeps_notes_ = false;
  std::size_t count_ = 0;
  bool has_empty_ = false;  // the hash that stands for an empty slot was seen
};

}  // namespace heddle
