// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>

#include "execute/scripted_runner.h"
#include "search/campaign.h"
#include "search/strategy/exact.h"

namespace heddle {
namespace {

constexpr char kLostUpdate[] = "A: read x; write x 1\nB: read x; write x 1\nmain: assert y 0";
constexpr char kNeverStops[] =
    "A: add y 1; add y 1; add y 1; add y 1; add y 1; add y 1; add y 1\nB: read x\nC: write x 1";

CampaignResult explore(ScriptedRunner& runner, ExactLimits limits = {}, CampaignOptions options = {},
                       std::uint64_t seed = 1) {
  return run_campaign(runner, std::make_unique<ExactStrategy>(Freedoms{}, SearchSwitches{}, seed, std::nullopt, limits),
                      options);
}

ScriptedOptions cut_after(std::uint32_t events) {
  ScriptedOptions options;
  options.max_events_per_thread = events;
  return options;
}

TEST(ExactEnd, ACompleteSearchIsVerifiedApartFromItsExecutions) {
  ScriptedRunner runner(kLostUpdate), without(kLostUpdate);
  const CampaignResult result = explore(runner);
  EXPECT_TRUE(result.exhaustive);
  EXPECT_EQ(result.statistics.verified, 200u);
  EXPECT_EQ(result.statistics.executions, explore(without, {.verifications = 0}).statistics.executions);
  EXPECT_EQ(result.statistics.executions + result.statistics.verified + result.statistics.discarded,
            runner.submitted());
}

TEST(ExactEnd, VerificationIsNoPartOfTheBudget) {
  ScriptedRunner first(kLostUpdate), second(kLostUpdate);
  CampaignOptions options;
  options.max_executions = explore(first).statistics.executions;
  const CampaignResult result = explore(second, {}, options);
  EXPECT_TRUE(result.exhaustive);
  EXPECT_EQ(result.statistics.verified, 200u);
}

TEST(ExactEnd, ASearchThatStopsAtAFindingIsNotVerified) {
  ScriptedRunner runner("A: write x 1\nB: assert x 0");
  const CampaignResult result = explore(runner);
  EXPECT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.statistics.verified, 0u);
}

TEST(ExactEnd, WhatVerificationShowsAndTheModelDoesNotKnowContradicts) {
  ScriptedRunner first(kLostUpdate);
  const std::uint64_t executions = explore(first).statistics.executions;
  ScriptedOptions options;
  options.changes_from_ticket = executions + 50;  // the program does something else once the search is complete
  ScriptedRunner second(kLostUpdate, options);
  const CampaignResult result = explore(second);
  EXPECT_GE(result.statistics.verified, 50u);
  EXPECT_GT(result.statistics.model->given_up, 0u);
}

TEST(ExactEnd, ASearchThatIsCutGoesOnWithTheOtherThreadsAndIsSampled) {
  for (const bool knows_limit : {false, true}) {
    ScriptedRunner runner(kNeverStops, cut_after(4));
    const CampaignResult result = explore(runner, {.max_events = knows_limit ? 4u : 0u, .samples = 70});
    EXPECT_FALSE(result.exhaustive);
    EXPECT_EQ(result.bounds.front().name, "events");
    EXPECT_EQ(result.statistics.sampled, 70u);
    EXPECT_EQ(result.statistics.verified, 0u);
    EXPECT_GT(result.statistics.executions, 70u);
    ASSERT_TRUE(result.cut);
    EXPECT_EQ(result.cut->covered, 4u);
  }
}

TEST(ExactEnd, WithoutALimitSamplesGoOnUntilTheBudgetIsSpent) {
  ScriptedRunner runner(kNeverStops, cut_after(4));
  CampaignOptions options;
  options.max_executions = 500;
  const CampaignResult result = explore(runner, {.samples = std::nullopt}, options);
  EXPECT_EQ(result.statistics.executions, 500u);
  EXPECT_GT(result.statistics.sampled, 400u);
  EXPECT_EQ(result.bounds, (std::vector<Bound>{{"executions", "500"}, {"events", ""}}));
}

}  // namespace
}  // namespace heddle
