// SPDX-License-Identifier: Apache-2.0
//
// Components: the strongly connected components of the states, found while these are searched depth first (Tarjan). A
// component that nothing leads out of, and in which nothing ends, is where a program runs in circles for ever.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "solve/state_key.h"

namespace heddle {

class Components {
 public:
  enum class Standing : std::uint8_t {
    Finished,    // its component is complete, or it was never entered
    Unfinished,  // its component may still grow
    OnPath,      // and the search stands in one of its steps
  };
  enum class Completed : std::uint8_t {
    Nothing,
    Component,
    DeadEnd,  // a component without exit
  };

  explicit Components(HashWords words = HashWords::One) : words_(words) {}

  void clear();
  // The search has come to a state that was not seen before, from the one entered last.
  void enter(StateKey key);
  // A step of the state entered last leads to one that was seen before.
  Standing meet(StateKey key);
  // A step of the state entered last leads to an end, or to what is not known to lead back.
  void note_exit() {
    if (!path_.empty()) path_.back().has_exit = true;
  }
  // All steps of the state entered last are done.
  Completed leave();

  std::size_t bytes() const;

 private:
  struct State {
    std::uint64_t hash;  // its first word
    bool is_on_path;
  };
  struct OnPath {
    std::uint32_t index;  // in unfinished_
    std::uint32_t low;    // lowest index that can be reached from it
    bool has_exit;        // from its component, as far as it is known, to another one or to an end
  };

  static constexpr std::uint32_t kNowhere = 0xffffffff;

  std::size_t home(std::uint64_t hash) const { return hash * 0x9e3779b97f4a7c15 >> shift_; }
  bool is_at(std::uint32_t index, StateKey key) const {
    return unfinished_[index].hash == key.first && (words_ == HashWords::One || second_words_[index] == key.second);
  }
  std::uint32_t find(StateKey key) const;
  void place(std::uint32_t index);
  void remove_last();
  void grow();

  HashWords words_;
  std::vector<OnPath> path_;
  std::vector<State> unfinished_;            // in order of entry
  std::vector<std::uint64_t> second_words_;  // of these, if there are two
  // Places in unfinished_ by hash; kNowhere: none. What came last goes first, so nothing is ever missed behind a gap.
  std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(64, kNowhere);
  unsigned shift_ = 58;  // 64 - log2 of their number
};

}  // namespace heddle
