// SPDX-License-Identifier: Apache-2.0
#include "bench/estimate_looks.h"

#include <gtest/gtest.h>

namespace heddle::bench {
namespace {

TEST(EstimateLooks, WhoSaysNothingIsNotWrong) {
  const EstimateQuality quality = quality_of({{"silent", 0.3, std::nullopt}, {"right", 0.5, 0.5}});
  EXPECT_EQ(quality.looks, 2u);
  EXPECT_EQ(quality.answers, 1u);
  EXPECT_EQ(quality.close, 1u);
  EXPECT_DOUBLE_EQ(quality.worst, 1);
}

TEST(EstimateLooks, TooLowIsAsWrongAsTooHigh) {
  const EstimateQuality quality = quality_of({{"high", 0.25, 0.75}, {"low", 0.8, 0.2}, {"close", 0.5, 0.9}});
  EXPECT_EQ(quality.answers, 3u);
  EXPECT_EQ(quality.close, 1u);
  EXPECT_DOUBLE_EQ(quality.worst, 4);
  EXPECT_EQ(quality.worst_program, "low");
}

}  // namespace
}  // namespace heddle::bench
