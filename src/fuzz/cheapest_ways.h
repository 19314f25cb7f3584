// SPDX-License-Identifier: Apache-2.0
//
// The enumerator's answer to how many context switches, or preemptions, it takes to come to each failure and deadlock:
// all states, each with the thread that ran last, in the order of what they cost.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "fuzz/outcomes.h"
#include "fuzz/program.h"

namespace heddle::fuzz {

enum class Counted : bool { Switches, Preemptions };

// Where threads wait that do not merely wait for the end of another one: what makes two deadlocks the same finding.
using WaitingPlaces = std::vector<std::uint16_t>;

struct CheapestWays {
  std::map<FailureAt, std::uint32_t> failures;
  std::map<DeadlockVector, std::uint32_t> deadlocks;
  std::map<WaitingPlaces, std::uint32_t> findings;  // deadlocks that are the same finding together
};

// Nothing if there are too many states.
std::optional<CheapestWays> cheapest_ways(const Program& program, Counted counted, std::uint64_t most_states);

}  // namespace heddle::fuzz
