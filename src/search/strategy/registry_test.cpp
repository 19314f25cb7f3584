// SPDX-License-Identifier: Apache-2.0
#include "search/strategy/registry.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(Registry, EveryKnownStrategyCanBeMade) {
  EXPECT_GE(known_strategies().size(), 4u);
  for (const StrategyInfo& info : known_strategies()) {
    Result<std::unique_ptr<Strategy>> strategy = make_strategy(info.name, {});
    ASSERT_TRUE(strategy) << info.name;
    EXPECT_EQ((*strategy)->name(), info.name);
    EXPECT_EQ((*strategy)->guarantee() == Guarantee::Exhaustive, info.guarantee.starts_with("exhaustive"));
  }
}

TEST(Registry, AnUnknownNameListsTheKnownOnes) {
  Result<std::unique_ptr<Strategy>> strategy = make_strategy("depth-first", {});
  ASSERT_FALSE(strategy);
  EXPECT_EQ(strategy.error().code, ErrorCode::Usage);
  EXPECT_EQ(strategy.error().message, "unknown strategy 'depth-first'; there are: dfs, exact, random, pct, pos");
}

TEST(Registry, APlannedStrategySaysNotYet) {
  Result<std::unique_ptr<Strategy>> strategy = make_strategy("mcr", {});
  ASSERT_FALSE(strategy);
  EXPECT_EQ(strategy.error().message, "strategy mcr is not yet there; there are: dfs, exact, random, pct, pos");
}

TEST(Registry, ExactRefusesFreedomsThatItsModelDoesNotKnow) {
  StrategyOptions options;
  options.freedoms.reuse = 1;
  Result<std::unique_ptr<Strategy>> strategy = make_strategy("exact", options);
  ASSERT_FALSE(strategy);
  EXPECT_EQ(strategy.error().code, ErrorCode::Usage);
  EXPECT_TRUE(make_strategy("dfs", options));
}

}  // namespace
}  // namespace heddle
