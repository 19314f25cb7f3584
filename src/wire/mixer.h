// SPDX-License-Identifier: Apache-2.0
//
// The mixer of fingerprints: a state of 128 bits that takes in one word after another. Compiled code (which calls the
// runtime for it), the runtime and the explorer mix alike.
//
// In one step
//     x       = (first ^ word) * kFirstFactor
//     second' = (second ^ rotl(x, kFirstTurn)) * kSecondFactor
//     first'  = x + rotl(second', kSecondTurn) + kOffset
// both factors are odd, so the state can be computed back from (first', second', word), and the word from the state
// before and after: for one word the step permutes the states, and for one state different words lead to different states. More than
// that: second' tells x, so whatever differed in the word differs in `second` afterwards, and only a word that changes x
// again can take that back. Two messages of equal length that differ in one word, or in two that follow each other, never meet.
// For three the differences of the last two have to be such products of the factors as no program writes down.
#pragma once

#include <cstdint>

namespace heddle::wire {

constexpr std::uint64_t kFirstFactor = 0x9e3779b97f4a7c15;
constexpr std::uint64_t kSecondFactor = 0xd1342543de82ef95;
constexpr unsigned kFirstTurn = 17;
constexpr unsigned kSecondTurn = 43;
constexpr std::uint64_t kOffset = 0x3c6ef372;  // zeros do not stay zeros; no more than a displacement holds

// The state of the mixer, and so a fingerprint. Both words zero: there is none. Goes through calls from compiled code, in
// two registers.
struct Fingerprint {
  std::uint64_t first;
  std::uint64_t second;
  constexpr bool is_none() const { return (first | second) == 0; }
  friend constexpr bool operator==(const Fingerprint&, const Fingerprint&) = default;
};

constexpr Fingerprint kEmptyMessage = {kFirstFactor, kSecondFactor};

constexpr std::uint64_t rotated_left(std::uint64_t word, unsigned by) { return word << by | word >> (64 - by); }

constexpr Fingerprint step(Fingerprint state, std::uint64_t word) {
  const std::uint64_t x = (state.first ^ word) * kFirstFactor;
  const std::uint64_t second = (state.second ^ rotated_left(x, kFirstTurn)) * kSecondFactor;
  return {x + rotated_left(second, kSecondTurn) + kOffset, second};
}

constexpr Fingerprint step(Fingerprint state, const Fingerprint& other) {
  return step(step(state, other.first), other.second);
}

// The word that was mixed in last has come to every bit only after this. Also a permutation.
constexpr Fingerprint finish(Fingerprint state) { return step(step(step(state, 1), 2), 3); }

// For where there is room for one word only.
constexpr std::uint64_t folded(Fingerprint state) {
  const Fingerprint all = finish(state);
  return all.first ^ all.second;
}

}  // namespace heddle::wire
