// SPDX-License-Identifier: Apache-2.0
#include "bench/mixer_pairs.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace heddle::bench {
namespace {

// How fingerprints were mixed once: what differs in the highest byte stays there, and comes down to where the next word is
// put. The tests here have to notice it.
Fingerprint badly_mixed(std::span<const std::uint64_t> words) {
  std::uint64_t hash = wire::kFirstFactor;
  for (const std::uint64_t word : words) hash = __builtin_bswap64((hash ^ word) * wire::kFirstFactor);
  return {hash, ~hash};
}

std::uint64_t inverse_of(std::uint64_t odd) {
  std::uint64_t inverse = odd;
  for (int round = 0; round < 6; ++round) inverse *= 2 - odd * inverse;
  return inverse;
}

// The state before the step.
Fingerprint taken_back(const Fingerprint& state, std::uint64_t word) {
  const std::uint64_t x = state.first - wire::kOffset - wire::rotated_left(state.second, wire::kSecondTurn);
  return {(x * inverse_of(wire::kFirstFactor)) ^ word,
          (state.second * inverse_of(wire::kSecondFactor)) ^ wire::rotated_left(x, wire::kFirstTurn)};
}

TEST(Mixer, GivesNoTwoOfAMillionPairsTheSameKey) {
  const PairFigures figures = compare_pairs(1'000'000, 7, mixed);
  EXPECT_EQ(figures.pairs, 1'000'000U);
  EXPECT_EQ(figures.half_collisions, 0U);
}

TEST(Mixer, GivesNoTwoOfAFamilyTheSameHalfOfAKey) { EXPECT_EQ(count_met_in_families(8, 64, mixed), 0U); }

TEST(Mixer, OfBefore_IsNoticedInPairsAndInFamilies) {
  const PairFigures figures = compare_pairs(100'000, 7, badly_mixed);
  EXPECT_GT(figures.collisions, 50U);
  EXPECT_GT(figures.collisions_by[static_cast<std::size_t>(Difference::Sign)], 0U);
  EXPECT_GT(figures.collisions_by[static_cast<std::size_t>(Difference::HighByte)], 0U);
  EXPECT_GT(count_met_in_families(8, 64, badly_mixed), 60'000U);
}

TEST(Mixer, StepCanBeTakenBack) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 1'000; ++round) {
    const Fingerprint state{random(), random()};
    const std::uint64_t word = random();
    EXPECT_EQ(taken_back(wire::step(state, word), word), state);
  }
}

TEST(Mixer, TellsTheFirstZeroFromNone) {
  EXPECT_FALSE(wire::step({0, 0}, 0).is_none());
  EXPECT_NE(wire::step(wire::step({0, 0}, 0), 0), wire::step({0, 0}, 0));
}

// Of every word, the last one too.
TEST(Mixer, BringsEveryBitToEveryBit) {
  constexpr int kRounds = 2'000;
  std::mt19937_64 random(5);
  for (std::size_t place = 0; place < 3; ++place) {
    for (unsigned bit = 0; bit < 64; ++bit) {
      std::vector<int> flips(128);
      for (int round = 0; round < kRounds; ++round) {
        std::vector<std::uint64_t> words = {random() & 0xff, random(), random() & 0xffff};
        const Fingerprint one = mixed(words);
        words[place] ^= std::uint64_t{1} << bit;
        const Fingerprint other = mixed(words);
        for (unsigned out = 0; out < 64; ++out) {
          flips[out] += static_cast<int>((one.first ^ other.first) >> out & 1);
          flips[64 + out] += static_cast<int>((one.second ^ other.second) >> out & 1);
        }
      }
      for (const int count : flips) {
        EXPECT_GT(count, kRounds * 2 / 5) << "bit " << bit << " of word " << place;
        EXPECT_LT(count, kRounds * 3 / 5) << "bit " << bit << " of word " << place;
      }
    }
  }
}

}  // namespace
}  // namespace heddle::bench
