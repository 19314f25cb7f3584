// SPDX-License-Identifier: Apache-2.0
#include "search/strategy/random.h"

#include <gtest/gtest.h>

#include <set>

#include "execute/scripted_runner.h"
#include "search/strategy/bounded.h"

namespace heddle {
namespace {

std::vector<std::uint64_t> hashes(std::uint64_t seed, std::size_t slots) {
  ScriptedOptions options;
  options.slots = slots;
  ScriptedRunner runner("A: write x 1; read y; write x 2\nB: write y 1; read x; write y 2", options);
  RandomStrategy random(seed);
  std::vector<std::uint64_t> list;
  for (int index = 0; index < 50; ++index) {
    runner.submit(*random.next());
    list.push_back(runner.collect()->trace.hash);
  }
  return list;
}

TEST(Random, TheSameSeedGivesTheSameRunsWhateverIsInFlight) {
  EXPECT_EQ(hashes(1, 1), hashes(1, 16));
  EXPECT_NE(hashes(1, 1), hashes(2, 1));
}

TEST(Random, RunsDiffer) {
  const std::vector<std::uint64_t> list = hashes(1, 1);
  EXPECT_GT(std::set<std::uint64_t>(list.begin(), list.end()).size(), 20u);
}

TEST(Random, RestartRepeatsTheSequence) {
  RandomStrategy random(7);
  const Schedule first = *random.next();
  EXPECT_NE(first.seed, random.next()->seed);
  random.restart();
  EXPECT_EQ(*random.next(), first);
}

TEST(Bounded, HandsOutExactlyTheLimitAndSaysThatThereWasMore) {
  BoundedStrategy bounded(std::make_unique<RandomStrategy>(1), 3);
  for (int index = 0; index < 3; ++index) EXPECT_TRUE(bounded.next());
  EXPECT_FALSE(bounded.was_cut());
  EXPECT_FALSE(bounded.next());
  EXPECT_TRUE(bounded.was_cut());
  bounded.restart();
  EXPECT_TRUE(bounded.next());
}

}  // namespace
}  // namespace heddle
