// SPDX-License-Identifier: Apache-2.0
//
// What ExactStrategy does about blocks of several sizes at one address.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/strategy/exact.h"

namespace heddle {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Somebody asks how large the block is.
Run run_with(const ContestedSizes& sizes) {
  constexpr std::uint64_t kBlock = 0x1000;
  Run run;
  run.trace.outcome = Outcome::Finished;
  for (const std::uint32_t size : sizes) run.trace.blocks.push_back({kBlock, size, ThreadId{1}, false});
  run.trace.blocks.push_back({kBlock, sizes.back(), ThreadId{2}, true});
  return run;
}

ContestedSizes sizes_up_to(std::uint32_t count) {
  ContestedSizes sizes;
  for (std::uint32_t size = 1; size <= count; ++size) sizes.push_back(size);
  return sizes;
}

TEST(ExactSizes, ContestedSizesAreToBeKeptApartBeforeTheSearchGoesOn) {
  ExactStrategy strategy;
  ASSERT_TRUE(strategy.next());
  EXPECT_THAT(strategy.contested_sizes(), IsEmpty());
  strategy.learn(run_with({8, 16}));
  EXPECT_THAT(strategy.contested_sizes(), ElementsAre(8, 16));
  EXPECT_FALSE(strategy.next());
  EXPECT_FALSE(strategy.learned()) << "of the addresses that it knows nothing may be concluded";
  EXPECT_TRUE(strategy.fits());
  strategy.restart();
  EXPECT_THAT(strategy.contested_sizes(), IsEmpty());
  ASSERT_TRUE(strategy.next());
  strategy.learn(run_with({16, 24}));
  EXPECT_THAT(strategy.contested_sizes(), ElementsAre(8, 16, 24));
}

TEST(ExactSizes, SizesThatAreContestedAlthoughTheyAreKeptApartEndTheSearch) {
  ExactStrategy strategy;
  ASSERT_TRUE(strategy.next());
  strategy.learn(run_with({8, 16}));
  strategy.restart();
  ASSERT_TRUE(strategy.next());
  strategy.learn(run_with({8, 16}));
  EXPECT_THAT(strategy.contested_sizes(), IsEmpty());
  EXPECT_FALSE(strategy.fits());
}

TEST(ExactSizes, NoMoreAreKeptApartThanTheTableHas) {
  ExactStrategy strategy;
  ASSERT_TRUE(strategy.next());
  strategy.learn(run_with(sizes_up_to(kMostContestedSizes)));
  EXPECT_EQ(strategy.contested_sizes().size(), kMostContestedSizes);
  strategy.restart();
  ASSERT_TRUE(strategy.next());
  strategy.learn(run_with({1, kMostContestedSizes + 1}));
  EXPECT_THAT(strategy.contested_sizes(), IsEmpty());
  EXPECT_FALSE(strategy.fits());
}

TEST(ExactSizes, WhereMemoryIsUsedAgainNothingIsKeptApart) {
  Freedoms freedoms;
  freedoms.reuse = 1;
  ExactStrategy strategy(freedoms);
  ASSERT_TRUE(strategy.next());
  strategy.learn(run_with({8, 16}));
  EXPECT_THAT(strategy.contested_sizes(), IsEmpty());
  EXPECT_FALSE(strategy.fits());
}

}  // namespace
}  // namespace heddle
