// SPDX-License-Identifier: Apache-2.0
//
// `heddle bench fingerprints`: pairs of messages that differ as local states of programs do (one bit, the highest byte,
// order of bytes, sign, tag of a pointer, index, order of words), at one place or at several that might cancel each
// other, are mixed, and must not meet. Any mixer can be looked at, so that a bad one shows that bad ones are noticed.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <span>
#include <string_view>

#include "trace/fingerprint.h"

namespace heddle::bench {

// How a fingerprint becomes the key of a node: all words in order, then what makes it final.
using Mixer = std::function<Fingerprint(std::span<const std::uint64_t>)>;

Fingerprint mixed(std::span<const std::uint64_t> words);

enum class Difference : std::uint8_t { Bit, HighByte, LowByte, SwappedBytes, Sign, Tag, Index, Count };
std::string_view name_of(Difference difference);

struct PairFigures {
  std::uint64_t pairs = 0;
  std::uint64_t collisions = 0;       // both words of the key
  std::uint64_t half_collisions = 0;  // one of them; to be expected in one pair of 2^63
  std::array<std::uint64_t, static_cast<std::size_t>(Difference::Count)> collisions_by{};  // by the first difference
};

// So many pairs of messages of 1 to 24 words.
PairFigures compare_pairs(std::uint64_t pairs, std::uint64_t seed, const Mixer& mixer);

// All messages in which some bytes of neighbouring words have every value, for every choice of two bytes: 65,536 messages
// each, all against all. Returns how many have met another one, in either word of the key.
std::uint64_t count_met_in_families(std::uint64_t seed, unsigned families, const Mixer& mixer);

// 0: no two have met; 1: some have.
int run_fingerprint_bench(std::uint64_t pairs, std::ostream& out);

}  // namespace heddle::bench
