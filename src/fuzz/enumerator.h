// SPDX-License-Identifier: Apache-2.0
//
// Enumerator: walks every state of a program, each once, and collects everything that can come of it. It also counts
// the interleavings, for strategies that execute each of them.
#pragma once

#include <cstdint>
#include <optional>
#include <set>

#include "fuzz/outcomes.h"
#include "fuzz/program.h"
#include "fuzz/race_walk.h"

namespace heddle::fuzz {

constexpr std::uint64_t kEndless = ~std::uint64_t{0};  // or too many to count

struct Enumeration {
  bool is_complete = false;  // not if there were too many states
  std::uint64_t states = 0;
  std::uint64_t interleavings = 0;
  Outcomes outcomes;
  // If all of every stack is visible: threads then have more operations, and others may do more before an assertion
  // fails. Only there if that can be more.
  std::optional<Outcomes> possible;
  // Pairs of statements that can race one right after the other. outcomes.races has all that can race, if known.
  std::set<RacePair> adjacent_races;
  bool knows_races = false;        // not if that would take too many states
  bool has_ordered_pairs = false;  // conflicting accesses of two threads that never race
};

Enumeration enumerate(const Program& program, std::uint64_t most_states);

}  // namespace heddle::fuzz
