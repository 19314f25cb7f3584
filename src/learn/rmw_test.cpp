// SPDX-License-Identifier: Apache-2.0
#include "learn/rmw.h"

#include <gtest/gtest.h>

#include <bit>
#include <limits>

namespace heddle {
namespace {

std::uint64_t modified(RmwOperator rmw, std::uint64_t old_value, std::uint64_t operand, std::uint32_t size,
                       std::uint64_t mode = 0) {
  Operation operation;
  operation.kind = EventKind::Rmw;
  operation.rmw = rmw;
  operation.size = size;
  operation.first = operand;
  operation.second = mode;
  return modified(operation, old_value);
}

double of_doubles(RmwOperator rmw, double old_value, double operand, std::uint64_t mode = 0) {
  return std::bit_cast<double>(
      modified(rmw, std::bit_cast<std::uint64_t>(old_value), std::bit_cast<std::uint64_t>(operand), 8, mode));
}

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

TEST(Rmw, OfANumberAndNoneTheNumberIsTaken) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(of_doubles(RmwOperator::FloatMax, 5, none), 5);
  EXPECT_EQ(of_doubles(RmwOperator::FloatMin, none, 5), 5);
  EXPECT_EQ(of_doubles(RmwOperator::FloatMax, 5, 7), 7);
  EXPECT_EQ(of_doubles(RmwOperator::FloatMin, 5, 7), 5);
}

TEST(Rmw, SumsAreRoundedAsTheThreadHasIt) {
  constexpr std::uint64_t kUpward = 2, kFlushToZero = 4, kTinyAreZero = 8;
  EXPECT_EQ(of_doubles(RmwOperator::FloatAdd, 1, 0x1p-60), 1);
  EXPECT_EQ(of_doubles(RmwOperator::FloatAdd, 1, 0x1p-60, kUpward), 0x1.0000000000001p0);
  EXPECT_EQ(of_doubles(RmwOperator::FloatAdd, 1, 0x1p-60), 1) << "and all others as before";
  EXPECT_EQ(of_doubles(RmwOperator::FloatSub, 0x1p-1022, 0x1p-1023), 0x1p-1023);
  EXPECT_EQ(of_doubles(RmwOperator::FloatSub, 0x1p-1022, 0x1p-1023, kFlushToZero | kTinyAreZero), 0x1p-1022);
  EXPECT_EQ(of_doubles(RmwOperator::FloatSub, 0x1.8p-1022, 0x1p-1022, kFlushToZero), 0);
}

}  // namespace
}  // namespace heddle
