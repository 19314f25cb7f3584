// SPDX-License-Identifier: Apache-2.0
#include "learn/block_sizes.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

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

}  // namespace
}  // namespace heddle
