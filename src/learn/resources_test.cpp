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

TEST(Resources, AnObjectIsTheMemoryItLivesIn) {
  Resources resources;
  resources.cells(0x1020, 8);
  const ResourceId mutex = resources.object(0x1000);
  EXPECT_TRUE(resources.objects_over(0x1020, 8).empty());
  const std::uint32_t shape = resources.shape();
  resources.note_type(mutex, ObjectType::Mutex);
  EXPECT_GT(resources.shape(), shape);  // who wrote there is known to have written the mutex only now
  EXPECT_EQ(resources.objects_over(0x1020, 8), std::vector{mutex});
  EXPECT_EQ(resources.objects_over(0xff8, 0x100), std::vector{mutex});
  EXPECT_TRUE(resources.objects_over(0x1028, 8).empty());
  EXPECT_TRUE(resources.objects_over(0xff8, 8).empty());
}

TEST(Resources, WhereObjectsOfSeveralTypesFollowEachOtherTheLargestCounts) {
  Resources resources;
  const ResourceId object = resources.object(0x1000);
  resources.note_type(object, ObjectType::Once);
  EXPECT_FALSE(resources[object].has_several_types);
  resources.note_type(object, ObjectType::RwLock);
  resources.note_type(object, ObjectType::Once);
  EXPECT_TRUE(resources[object].has_several_types);
  EXPECT_EQ(resources.objects_over(0x1030, 8), std::vector{object});
}

}  // namespace
}  // namespace heddle
