// SPDX-License-Identifier: Apache-2.0
#include "learn/resources.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(Resources, AnAccessIsOneCellUntilAnotherOneCutsIt) {
  Resources resources;
  const auto whole = resources.cells(0x1000, 8);
  ASSERT_EQ(whole.size(), 1u);
  resources.set_initial(whole[0], 0x1122334455667788);
  EXPECT_EQ(resources.shape(), 0u);
  const auto half = resources.cells(0x1004, 2);
  ASSERT_EQ(half.size(), 1u);
  EXPECT_GT(resources.shape(), 0u);
  const auto again = resources.cells(0x1000, 8);
  ASSERT_EQ(again.size(), 3u);
  EXPECT_EQ(resources[again[0]].initial, 0x55667788u);
  EXPECT_EQ(resources[again[1]].initial, 0x3344u);
  EXPECT_EQ(resources[again[2]].initial, 0x1122u);
  EXPECT_EQ(again[1], half[0]);
}

TEST(Resources, NoCellCrossesAWord) {
  Resources resources;
  EXPECT_EQ(resources.cells(0x1004, 8).size(), 2u);
  EXPECT_EQ(resources.cells(0x2000, 24).size(), 3u);
  EXPECT_EQ(resources.cells(0x1000, 4).size(), 1u);
  EXPECT_EQ(resources.shape(), 0u) << "neighbours cut nothing";
}

TEST(Resources, ACellIsSharedOnceASecondThreadTouchesIt) {
  Resources resources;
  const ResourceId cell = resources.cells(0x1000, 4)[0];
  resources.note_user(cell, ThreadId{0});
  resources.note_user(cell, ThreadId{0});
  EXPECT_FALSE(resources[cell].is_shared);
  EXPECT_EQ(resources.shape(), 0u);
  resources.note_user(cell, ThreadId{2});
  EXPECT_TRUE(resources[cell].is_shared);
  EXPECT_EQ(resources.shape(), 1u);
}

TEST(Resources, ABlockKnowsWhatIsInside) {
  Resources resources;
  const ResourceId cell = resources.cells(0x1008, 4)[0];
  const ResourceId lock = resources.object(0x1010);
  resources.cells(0x1020, 4);
  EXPECT_EQ(resources.inside(0x1000, 0x20), (std::vector<ResourceId>{cell, lock}));
}

}  // namespace
}  // namespace heddle
