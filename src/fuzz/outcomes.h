// SPDX-License-Identifier: Apache-2.0
//
// Outcomes: everything that can come of a program, as far as it is compared. Statements are named by their numbers.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace heddle::fuzz {

enum class FailureKind : std::uint8_t {
  Assertion,
  UseAfterFree,
  DoubleFree,
  NullDereference,
  Hang,   // a loop that can never end
  Other,  // a finding that no generated program can have
};

struct FailureAt {
  FailureKind kind = FailureKind::Other;
  std::uint16_t id = 0;
  friend auto operator<=>(const FailureAt&, const FailureAt&) = default;
};

// Which of several threads that run in circles is to blame is not compared.
constexpr FailureAt kHang{FailureKind::Hang, 0};

// Who waits, and where: number of the thread, number of the statement.
using DeadlockVector = std::vector<std::pair<std::uint8_t, std::uint16_t>>;

// Two statements that race, the smaller number first.
using RacePair = std::pair<std::uint16_t, std::uint16_t>;

struct Outcomes {
  std::set<std::pair<std::uint8_t, std::uint32_t>> local;  // thread and what it told in the end
  std::set<std::uint64_t> joint;                           // what main told of all of them
  std::set<FailureAt> failures;
  std::set<DeadlockVector> deadlocks;
  std::set<RacePair> races;
  friend bool operator==(const Outcomes&, const Outcomes&) = default;
};

std::string describe(const FailureAt& failure);
std::string describe(const DeadlockVector& deadlock);
// What must be there and is not, and what is and cannot be, one per line; empty if there is no such thing. Races are
// left out.
std::string difference(const Outcomes& needed, const Outcomes& possible, const Outcomes& seen);
// Races that must be there and are not, and those that are and cannot be.
std::string race_difference(const std::set<RacePair>& needed, const std::set<RacePair>* possible,
                            const std::set<RacePair>& seen);

}  // namespace heddle::fuzz
