// SPDX-License-Identifier: Apache-2.0
#include "bench/substrate_figures.h"

#include <gtest/gtest.h>

namespace heddle::bench {
namespace {

TEST(SubstrateFigures, TheMedianIgnoresOneOutlier) {
  EXPECT_EQ(median({5, 1, 1000, 2, 3}), 3);
  EXPECT_EQ(median({1, 2}), 1.5);
  EXPECT_EQ(median({}), 0);
}

TEST(SubstrateFigures, RatesArePerExecution) {
  const Sample sample{.executions = 1000,
                      .events = 17'000,
                      .switches = 4'000,
                      .wall_seconds = 0.5,
                      .program_cpu_seconds = 0.001,
                      .explorer_cpu_seconds = 0.002};
  const Rate rate = rate_of({sample, sample, sample});
  EXPECT_DOUBLE_EQ(rate.per_second, 2000);
  EXPECT_DOUBLE_EQ(rate.program_microseconds, 1);
  EXPECT_DOUBLE_EQ(rate.explorer_microseconds, 2);
  EXPECT_DOUBLE_EQ(rate.events, 17);
  EXPECT_DOUBLE_EQ(rate.switches, 4);
}

TEST(SubstrateFigures, CostsComeFromDifferences) {
  // 2 µs per execution, 10 ns per event, 25 ns per switch.
  auto rate = [](double events, double switches) {
    Rate made;
    made.events = events;
    made.switches = switches;
    made.program_microseconds = 2 + events * 0.01 + switches * 0.025;
    return made;
  };
  const Costs costs = costs_of(rate(20, 0), rate(100, 0), rate(1000, 0), rate(1000, 900));
  EXPECT_NEAR(costs.event_nanoseconds, 10, 1e-9);
  EXPECT_NEAR(costs.switch_nanoseconds, 25, 1e-9);
  EXPECT_NEAR(costs.reset_microseconds, 2, 1e-9);
}

}  // namespace
}  // namespace heddle::bench
