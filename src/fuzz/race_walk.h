// SPDX-License-Identifier: Apache-2.0
//
// RaceWalk: the data races of a program by the definition of C++: in every execution, two conflicting accesses of
// which neither happens before the other. Walks the states once more, each with what is known in it (knowledge.h).
#pragma once

#include <cstdint>
#include <set>
#include <utility>

#include "fuzz/interpreter.h"

namespace heddle::fuzz {

constexpr bool is_conflict(const NextAccess& one, const NextAccess& other) {
  return one.slot == other.slot && (one.writes || other.writes) && !(one.is_atomic && other.is_atomic);
}

// Adds to `races`, of `candidates` only. False: there are too many states, and it need not be all.
bool find_races(const Interpreter& interpreter, const std::set<RacePair>& candidates, std::uint64_t most_states,
                std::set<RacePair>& races);

}  // namespace heddle::fuzz
