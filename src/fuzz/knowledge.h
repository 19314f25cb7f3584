// SPDX-License-Identifier: Apache-2.0
//
// Knowledge: happens-before without clocks. Every access that was made and can still race is kept together with those
// who know of it: the threads whose next operation comes after it, and the locks, semaphores, atomic variables ... that
// would tell whoever takes them. To synchronise is to tell. Small and the same for every way that leads to the same
// knowledge, so that states can be told apart by it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "fuzz/interpreter.h"

namespace heddle::fuzz {

// One access that was made.
struct Made {
  std::uint64_t knows;  // bit per Knower
  std::uint16_t id;
  std::uint8_t slot;
  bool writes;
  bool is_atomic;
  bool is_same_kind(const Made& other) const {
    return id == other.id && slot == other.slot && writes == other.writes && is_atomic == other.is_atomic;
  }
  friend auto operator<=>(const Made&, const Made&) = default;
};

// A step of a thread that was running.
struct Done {
  const State& before;
  const State& after;
  std::uint8_t thread;
  const Instruction& what;
  const std::optional<NextAccess>& access;  // that it made
};

class Knowledge {
 public:
  // The thread makes this access: calls `race(earlier)` for each that it races with. Those that it makes superfluous
  // are forgotten: whatever would race with them races with this one.
  template <typename Race>
  void access(std::uint8_t thread, const NextAccess& now, const Race& race);
  // It is to be remembered, too.
  void remember(std::uint8_t thread, const NextAccess& now);

  // What the thread learns by it. Comes before the access that may belong to it.
  void learn(const Done& done);
  // What others can learn from it afterwards.
  void tell(const Done& done);

  // Forgets what everybody knows, and what others say better; sorts.
  void tidy(const State& state);
  template <typename Useless>
  void drop(const Useless& is_useless) {
    std::erase_if(made_, is_useless);
  }
  const std::vector<Made>& made() const { return made_; }

 private:
  void hand_on(unsigned from, unsigned to);  // what the one knows, the other knows, too
  void replace(unsigned from, unsigned to);  // ... and nothing else
  void forget(unsigned knower);
  void learn_from_cell(const Done& done);
  void tell_by_cell(const Done& done);

  std::vector<Made> made_;
};

constexpr std::uint64_t known_by(unsigned knower) { return std::uint64_t{1} << knower; }

template <typename Race>
void Knowledge::access(std::uint8_t thread, const NextAccess& now, const Race& race) {
  std::erase_if(made_, [&](const Made& earlier) {
    if (earlier.slot != now.slot) return false;
    if ((earlier.knows & known_by(thread)) == 0) {
      const bool is_conflict = (earlier.writes || now.writes) && !(earlier.is_atomic && now.is_atomic);
      if (is_conflict) race(earlier);
      return false;
    }
    return (now.writes || !earlier.writes) && (!now.is_atomic || earlier.is_atomic);
  });
}

}  // namespace heddle::fuzz
