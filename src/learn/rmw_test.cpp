// SPDX-License-Identifier: Apache-2.0
#include "learn/rmw.h"

#include <gtest/gtest.h>

#include <bit>

namespace heddle {
namespace {

TEST(Rmw, ResultsAreCutToTheSizeOfTheObject) {
  EXPECT_EQ(modified(RmwOperator::Add, 0xff, 2, 1), 1u);
  EXPECT_EQ(modified(RmwOperator::Sub, 0, 1, 4), 0xffffffffu);
  EXPECT_EQ(modified(RmwOperator::Nand, 0xf0, 0x30, 1), 0xcfu);
  EXPECT_EQ(modified(RmwOperator::Exchange, 5, 9, 8), 9u);
}

TEST(Rmw, SignedAndUnsignedOrderDiffer) {
  EXPECT_EQ(modified(RmwOperator::Max, 0xff, 1, 1), 1u);
  EXPECT_EQ(modified(RmwOperator::UnsignedMax, 0xff, 1, 1), 0xffu);
  EXPECT_EQ(modified(RmwOperator::Min, 0x8000, 1, 2), 0x8000u);
  EXPECT_EQ(modified(RmwOperator::UnsignedMin, 0x8000, 1, 2), 1u);
}

TEST(Rmw, WrapsAndFloats) {
  EXPECT_EQ(modified(RmwOperator::IncrementWrap, 3, 3, 4), 0u);
  EXPECT_EQ(modified(RmwOperator::DecrementWrap, 0, 3, 4), 3u);
  EXPECT_EQ(modified(RmwOperator::FloatAdd, std::bit_cast<std::uint32_t>(1.5f), std::bit_cast<std::uint32_t>(2.0f), 4),
            std::bit_cast<std::uint32_t>(3.5f));
}

}  // namespace
}  // namespace heddle
