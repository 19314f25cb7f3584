// SPDX-License-Identifier: Apache-2.0
#include "solve/visited_table.h"

#include <gtest/gtest.h>

#include <random>
#include <unordered_set>

namespace heddle {
namespace {

TEST(VisitedTable, KnowsExactlyWhatWasInserted) {
  VisitedTable table;
  std::unordered_set<std::uint64_t> judge;
  std::mt19937_64 random(7);
  for (int round = 0; round < 200'000; ++round) {
    const std::uint64_t hash = random() % 100'000 * 0x9e3779b97f4a7c15;
    EXPECT_EQ(table.insert(hash), judge.insert(hash).second);
  }
  EXPECT_EQ(table.size(), judge.size());
  for (std::uint64_t number = 0; number < 120'000; ++number) {
    const std::uint64_t hash = number * 0x9e3779b97f4a7c15;
    EXPECT_EQ(table.contains(hash), judge.contains(hash));
  }
}

TEST(VisitedTable, HashesThatCrowdAtTheEndAreKeptApart) {
  VisitedTable table;
  for (std::uint64_t number = 0; number < 1'000; ++number) EXPECT_TRUE(table.insert(~number));
  for (std::uint64_t number = 0; number < 1'000; ++number) EXPECT_FALSE(table.insert(~number));
  EXPECT_EQ(table.size(), 1'000u);
}

TEST(VisitedTable, ANoteStaysWithItsState) {
  VisitedTable table;
  table.keep_notes(true);
  const auto hash_of = [](std::uint64_t number) { return number * 0x9e3779b97f4a7c15; };
  for (std::uint64_t number = 0; number < 20'000; ++number) {
    ASSERT_TRUE(table.insert(hash_of(number)));
    EXPECT_EQ(table.note(hash_of(number)), 0u);
    table.note(hash_of(number)) = number;
  }
  for (std::uint64_t number = 0; number < 20'000; ++number) EXPECT_EQ(table.note(hash_of(number)), number);
  table.clear();
  ASSERT_TRUE(table.insert(hash_of(7)));
  EXPECT_EQ(table.note(hash_of(7)), 0u);
}

TEST(VisitedTable, TheHashZeroIsAHashLikeOthers) {
  VisitedTable table;
  EXPECT_FALSE(table.contains(0));
  EXPECT_TRUE(table.insert(0));
  EXPECT_FALSE(table.insert(0));
  EXPECT_EQ(table.size(), 1u);
  table.clear();
  EXPECT_FALSE(table.contains(0));
}

TEST(VisitedTable, KnowsBeforehandWhenItGrows) {
  for (const HashWords words : {HashWords::One, HashWords::Two}) {
    VisitedTable table(words);
    std::mt19937_64 random(1);
    for (int count = 0; count < 100'000; ++count) {
      const std::size_t before = table.bytes(), ahead = table.growth_within(1);
      table.insert({random(), random()});
      EXPECT_EQ(table.bytes(), ahead == 0 ? before : ahead);
    }
  }
}

TEST(VisitedTable, OneWordTellsStatesApartOnlyByIt) {
  VisitedTable table;
  EXPECT_TRUE(table.insert({7, 1}));
  EXPECT_FALSE(table.insert({7, 2}));
}

TEST(VisitedTable, TwoWordsTellStatesApartThatHaveOneInCommon) {
  VisitedTable table(HashWords::Two);
  table.keep_notes(true);
  const auto key = [](std::uint64_t number) { return StateKey(number % 3 * 0x9e3779b97f4a7c15, number); };
  for (std::uint64_t number = 0; number < 2'000; ++number) {
    EXPECT_FALSE(table.contains(key(number)));
    ASSERT_TRUE(table.insert(key(number)));
    table.note(key(number)) = number;
  }
  for (std::uint64_t number = 0; number < 2'000; ++number) {
    EXPECT_FALSE(table.insert(key(number)));
    EXPECT_EQ(table.note(key(number)), number);
  }
  EXPECT_EQ(table.size(), 2'000u);
}

TEST(VisitedTable, NeedsAtMost16BytesPerStateAndGivesThemBack) {
  VisitedTable table;
  std::mt19937_64 random(1);
  const std::size_t empty = table.bytes();
  for (std::size_t count = 1; count <= 1'000'000; ++count) {
    table.insert(random());
    if (count > 1'000) ASSERT_LE(table.bytes(), 16 * count);
  }
  table.clear();
  EXPECT_EQ(table.bytes(), empty);
  EXPECT_EQ(table.size(), 0u);
}

}  // namespace
}  // namespace heddle
