// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "learn/access_set.h"

namespace heddle {
namespace {

TEST(Access, TheOrderOfOperationsMattersBothWaysOrNotAtAll) {
  for (std::uint8_t one = 0; one < kModeCount; ++one) {
    for (std::uint8_t other = 0; other < kModeCount; ++other) {
      EXPECT_EQ(conflicts(Mode(one), Mode(other)), conflicts(Mode(other), Mode(one)));
    }
    EXPECT_TRUE(conflicts(Mode(one), Mode::Any));
    EXPECT_TRUE(conflicts(Mode(one), Mode::Free));
  }
  EXPECT_FALSE(conflicts(Mode::Read, Mode::Read));
  EXPECT_FALSE(conflicts(Mode::Lock, Mode::Unlock));
  EXPECT_TRUE(conflicts(Mode::TryLock, Mode::Unlock));
  EXPECT_FALSE(conflicts(Mode::Signal, Mode::Signal));
}

TEST(AccessSets, EachSetIsKeptOnce) {
  AccessSets sets;
  const AccessId read = sets.access(7, Mode::Read);
  const AccessId write = sets.access(7, Mode::Write);
  const AccessSetId one = sets.add(kNoAccesses, {read});
  const AccessSetId both = sets.add(one, {write});
  EXPECT_EQ(sets.unite(sets.add(kNoAccesses, {write}), one), both);
  EXPECT_EQ(sets.unite(both, one), both);
  EXPECT_EQ(sets.add(both, {read}), both);
  EXPECT_TRUE(sets.contains(both, read) && sets.contains(both, write));
  EXPECT_FALSE(sets.contains(one, write));
}

TEST(AccessSets, AnAccessKnowsItsConflictsAlsoIfTheyComeLater) {
  AccessSets sets;
  const AccessId read = sets.access(7, Mode::Read);
  EXPECT_TRUE(sets.conflicts_of(read).empty());
  const AccessId write = sets.access(7, Mode::Write);
  sets.access(8, Mode::Write);
  EXPECT_EQ(sets.conflicts_of(read), std::vector<AccessId>{write});
  EXPECT_EQ(sets.conflicts_of(write), std::vector<AccessId>{read});
  EXPECT_EQ(sets.access(7, Mode::Read), read);
  EXPECT_EQ(sets.find(9, Mode::Read), AccessSets::kUnknownAccess);
}

}  // namespace
}  // namespace heddle
