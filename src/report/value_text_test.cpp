// SPDX-License-Identifier: Apache-2.0
#include "report/value_text.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(ValueText, SmallNumbersAreDecimalAndSigned) {
  EXPECT_EQ(value_text(42, 4), "42");
  EXPECT_EQ(value_text(0xffffffff, 4), "-1");
  EXPECT_EQ(value_text(0xffff, 2), "-1");
  EXPECT_EQ(value_text(0xfffffffffffffffe, 8), "-2");
}

TEST(ValueText, BytesAreNeverNegative) { EXPECT_EQ(value_text(0xff, 1), "255"); }

TEST(ValueText, WhatLooksLikeAnAddressIsHexadecimal) { EXPECT_EQ(value_text(0x7f0012345678, 8), "0x7f0012345678"); }

TEST(ValueText, DurationsUseTheLargestUnitThatFits) {
  EXPECT_EQ(duration_text(999), "999 ns");
  EXPECT_EQ(duration_text(1'500'000), "1.5 ms");
  EXPECT_EQ(duration_text(3'000'000'000), "3 s");
}

TEST(ValueText, CountsHaveSeparatorsAndAgreeWithTheirNoun) {
  EXPECT_EQ(count_text(999), "999");
  EXPECT_EQ(count_text(1'234'567), "1,234,567");
  EXPECT_EQ(counted(1, "event"), "1 event");
  EXPECT_EQ(counted(10'000, "event"), "10,000 events");
}

}  // namespace
}  // namespace heddle
