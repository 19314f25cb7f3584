// SPDX-License-Identifier: Apache-2.0
#include "learn/block_sizes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle {
namespace {

using ::testing::ElementsAre;

constexpr std::uint64_t kBlock = 0x1000;
constexpr ThreadId kOwner{1}, kOther{2};

Trace execution(std::uint64_t size, ThreadId user, std::uint64_t offset) {
  Trace trace;
  trace.blocks.push_back({kBlock, size, kOwner, false});
  Event event;
  event.kind = EventKind::Load;
  event.thread = user;
  event.object = kBlock + offset;
  event.size = 4;
  trace.events.push_back(event);
  return trace;
}

TEST(BlockSizes, WhoStaysInTheSmallestBlockDoesNotNotice) {
  BlockSizes sizes;
  EXPECT_FALSE(sizes.learn(execution(8, kOther, 4)));
  EXPECT_FALSE(sizes.learn(execution(16, kOther, 4)));
}

TEST(BlockSizes, AnotherThreadBehindTheSmallestOneDepends) {
  BlockSizes sizes;
  EXPECT_FALSE(sizes.learn(execution(8, kOther, 0)));
  EXPECT_TRUE(sizes.learn(execution(16, kOther, 8)));
}

TEST(BlockSizes, ItMayBeKnownOnlyLaterThatThereIsASmallerOne) {
  BlockSizes sizes;
  EXPECT_FALSE(sizes.learn(execution(16, kOther, 8)));
  EXPECT_TRUE(sizes.learn(execution(8, kOther, 0)));
}

TEST(BlockSizes, WhoAllocatedItKnowsHowLargeItIs) {
  BlockSizes sizes;
  EXPECT_FALSE(sizes.learn(execution(16, kOwner, 8)));
  EXPECT_FALSE(sizes.learn(execution(8, kOwner, 4)));
}

TEST(BlockSizes, WhoAsksForTheSizeDependsOnIt) {
  BlockSizes sizes;
  Trace small = execution(8, kOther, 0);
  small.blocks.push_back({kBlock, 8, kOther, true});
  EXPECT_FALSE(sizes.learn(small));
  EXPECT_TRUE(sizes.learn(execution(16, kOther, 0)));
}

TEST(BlockSizes, AllSizesThatWereSeenThereAreContested) {
  BlockSizes sizes;
  EXPECT_FALSE(sizes.learn(execution(24, kOwner, 0)));
  EXPECT_FALSE(sizes.learn(execution(8, kOther, 0)));
  EXPECT_FALSE(sizes.learn(execution(24, kOther, 0)));
  const std::optional<Contest> contest = sizes.learn(execution(16, kOther, 8));
  ASSERT_TRUE(contest);
  EXPECT_EQ(contest->event, 0u);
  EXPECT_THAT(contest->sizes, ElementsAre(8, 16, 24));
}

TEST(BlockSizes, WhatIsContestedAtOneTimeIsToldAtOnce) {
  BlockSizes sizes;
  const auto with_second = [](std::uint64_t size, std::uint64_t second) {
    Trace trace = execution(size, kOther, size - 4);
    trace.blocks.push_back({kBlock + 0x100, second, kOwner, false});
    trace.blocks.push_back({kBlock + 0x100, second, kOther, true});
    trace.blocks.push_back({kBlock + 0x200, second, kOwner, false});  // which nobody uses
    return trace;
  };
  EXPECT_FALSE(sizes.learn(with_second(8, 32)));
  const std::optional<Contest> contest = sizes.learn(with_second(12, 40));
  ASSERT_TRUE(contest);
  EXPECT_THAT(contest->sizes, ElementsAre(8, 12, 32, 40));
}

TEST(BlockSizes, WhoFreesTheBlockOfAnotherDependsOnAllOfIt) {
  BlockSizes sizes;
  Trace freed = execution(4, kOther, 0);
  freed.events[0].kind = EventKind::Free;
  EXPECT_FALSE(sizes.learn(freed));
  EXPECT_TRUE(sizes.learn(execution(12, kOwner, 8)));
}

TEST(BlockSizes, AnEmptyBlockIsFreedLikeOthers) {
  BlockSizes sizes;
  Trace freed = execution(0, kOther, 0);
  freed.events[0].kind = EventKind::Free;
  EXPECT_FALSE(sizes.learn(freed));
  EXPECT_TRUE(sizes.learn(execution(12, kOwner, 8)));
}

}  // namespace
}  // namespace heddle
