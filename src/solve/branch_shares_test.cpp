// SPDX-License-Identifier: Apache-2.0
#include "solve/branch_shares.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

constexpr double kMany = 5'000;

TEST(BranchShares, WithoutAnExampleNothingIsSaid) {
  const BranchShares shares;
  EXPECT_EQ(shares.share(3, 1, kMany), std::nullopt);
  EXPECT_EQ(shares.share(3, 3, kMany), 1.0);  // nothing is left
  EXPECT_EQ(shares.share(3, 1, 10), 1.0);     // too little to matter
}

TEST(BranchShares, WhatIsLeftIsSpreadAsInTheExamples) {
  BranchShares shares;
  shares.note(std::vector<std::uint64_t>{700, 1'600, 2'100}, 100);  // 600, 900 and 500 states
  EXPECT_DOUBLE_EQ(*shares.share(3, 1, kMany), 0.3);
  EXPECT_DOUBLE_EQ(*shares.share(3, 2, kMany), 0.75);
}

TEST(BranchShares, LargeExamplesCountMoreAndSmallOnesNot) {
  BranchShares shares;
  shares.note(std::vector<std::uint64_t>{999, 999}, 0);
  EXPECT_EQ(shares.share(2, 1, kMany), std::nullopt);
  shares.note(std::vector<std::uint64_t>{1'000, 1'000}, 0);
  shares.note(std::vector<std::uint64_t>{500, 9'000}, 0);
  EXPECT_DOUBLE_EQ(*shares.share(2, 1, kMany), 0.15);
}

TEST(BranchShares, TheExampleWithTheNearestNumberOfStepsIsTaken) {
  BranchShares shares;
  shares.note(std::vector<std::uint64_t>{1'000, 4'000}, 0);
  shares.note(std::vector<std::uint64_t>{1'000, 1'500, 2'000, 2'000, 2'000}, 0);
  EXPECT_DOUBLE_EQ(*shares.share(3, 1, kMany), 0.25);
  EXPECT_DOUBLE_EQ(*shares.share(3, 2, kMany), 0.25);
  EXPECT_DOUBLE_EQ(*shares.share(4, 1, kMany), 0.5);
  EXPECT_DOUBLE_EQ(*shares.share(9, 2, kMany), 0.75);
}

}  // namespace
}  // namespace heddle
