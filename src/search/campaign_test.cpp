// SPDX-License-Identifier: Apache-2.0
#include "search/campaign.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "execute/scripted_runner.h"
#include "search/strategy/registry.h"

namespace heddle {
namespace {

constexpr char kLostUpdate[] = "A: read x; write x 1\nB: read x; write x 1\nmain: assert y 0";
constexpr char kTwoDefects[] =
    "A: lock m; lock n; unlock n; unlock m\nB: lock n; lock m; assert x 1; unlock m; unlock n";

std::unique_ptr<Strategy> strategy(std::string_view name) { return std::move(*make_strategy(name, {})); }

TEST(Campaign, ACleanExhaustiveSearchSaysSo) {
  ScriptedRunner runner(kLostUpdate);
  const CampaignResult result = run_campaign(runner, strategy("dfs"), {});
  EXPECT_TRUE(result.exhaustive);
  EXPECT_TRUE(result.bounds.empty());
  EXPECT_TRUE(result.findings.empty());
  EXPECT_FALSE(result.error);
  EXPECT_EQ(result.statistics.executions, 69u);
}

TEST(Campaign, TheBoundOnExecutionsIsExactAndNamed) {
  ScriptedRunner runner(kLostUpdate);
  CampaignOptions options;
  options.max_executions = 23;
  const CampaignResult result = run_campaign(runner, strategy("dfs"), options);
  EXPECT_FALSE(result.exhaustive);
  EXPECT_EQ(result.statistics.executions, 23u);
  EXPECT_EQ(result.bounds, (std::vector<Bound>{{"executions", "23"}}));
}

TEST(Campaign, ABoundThatIsNotReachedIsNotNamed) {
  ScriptedRunner runner(kLostUpdate);
  CampaignOptions options;
  options.max_executions = 69;
  const CampaignResult result = run_campaign(runner, strategy("dfs"), options);
  EXPECT_TRUE(result.exhaustive);
  EXPECT_TRUE(result.bounds.empty());
}

TEST(Campaign, TimeIsABound) {
  ScriptedRunner runner(kLostUpdate);
  CampaignOptions options;
  options.time = std::chrono::milliseconds(30);
  const CampaignResult result = run_campaign(runner, strategy("random"), options);
  EXPECT_EQ(result.bounds, (std::vector<Bound>{{"time", "30ms"}}));
  EXPECT_GE(result.statistics.seconds, 0.03);
  EXPECT_EQ(result.statistics.executions + result.statistics.discarded, runner.submitted());
}

TEST(Campaign, TheEventLimitIsABound) {
  ScriptedOptions scripted;
  scripted.max_events_per_thread = 2;
  ScriptedRunner runner("A: read x; read x; read x", scripted);
  CampaignOptions options;
  options.max_events = 2;
  const CampaignResult result = run_campaign(runner, strategy("dfs"), options);
  EXPECT_FALSE(result.exhaustive);
  EXPECT_EQ(result.bounds, (std::vector<Bound>{{"events", "2"}}));
}

TEST(Campaign, TheFirstFindingStopsTheSearchAndIsConfirmed) {
  ScriptedRunner runner(kTwoDefects);
  const CampaignResult result = run_campaign(runner, strategy("dfs"), {});
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_FALSE(result.exhaustive);
  EXPECT_EQ(result.statistics.executions + result.statistics.discarded, runner.submitted());
  EXPECT_EQ(result.statistics.failing, 1u) << "what was in flight behind it is not counted";
}

TEST(Campaign, KeepGoingFindsEveryDefectAndIsStillExhaustive) {
  ScriptedRunner runner(kTwoDefects);
  CampaignOptions options;
  options.after_finding = AfterFinding::KeepGoing;
  const CampaignResult result = run_campaign(runner, strategy("dfs"), options);
  EXPECT_EQ(result.findings.size(), 2u);
  EXPECT_TRUE(result.exhaustive);
}

TEST(Campaign, EachFindingIsToldOnceItWasRepeatedWhileTheSearchGoesOn) {
  ScriptedRunner runner(kTwoDefects);
  CampaignOptions options;
  options.after_finding = AfterFinding::KeepGoing;
  std::vector<std::uint64_t> told_after;
  options.found = [&](const Finding& finding, SearchIs search) {
    EXPECT_EQ(search, SearchIs::GoingOn);
    EXPECT_TRUE(runner.idle()) << "nothing is in flight while a finding is repeated";
    EXPECT_FALSE(finding.trace.events.empty());
    told_after.push_back(runner.submitted());
  };
  const CampaignResult result = run_campaign(runner, strategy("dfs"), options);
  EXPECT_EQ(result.findings.size(), 2u);
  ASSERT_EQ(told_after.size(), 2u);
  EXPECT_LT(told_after[0], runner.submitted());
  EXPECT_TRUE(result.exhaustive) << "a pause loses nothing";
  ScriptedRunner other(kTwoDefects);
  options.found = nullptr;
  EXPECT_EQ(run_campaign(other, strategy("dfs"), options).statistics.executions, result.statistics.executions);
}

TEST(Campaign, AFindingThatEndsTheSearchIsToldToo) {
  ScriptedRunner runner(kTwoDefects);
  CampaignOptions options;
  std::vector<SearchIs> told;
  options.found = [&](const Finding&, SearchIs search) { told.push_back(search); };
  EXPECT_EQ(run_campaign(runner, strategy("dfs"), options).findings.size(), 1u);
  EXPECT_EQ(told, std::vector<SearchIs>{SearchIs::Over});
}

TEST(Campaign, AnInterruptionIsABoundAndKeepsWhatWasFound) {
  ScriptedRunner runner(kTwoDefects);
  std::atomic<bool> stop{false};
  CampaignOptions options;
  options.after_finding = AfterFinding::KeepGoing;
  options.stop = &stop;
  options.progress_interval = std::chrono::milliseconds(0);
  options.progress = [&](const Statistics&, std::size_t findings) { stop = findings > 0; };
  const CampaignResult result = run_campaign(runner, strategy("random"), options);
  EXPECT_TRUE(result.interrupted);
  EXPECT_GE(result.findings.size(), 1u);
  EXPECT_EQ(result.bounds, (std::vector<Bound>{{"interrupted", ""}}));
  EXPECT_FALSE(result.error);
}

TEST(Campaign, TheMemoryLimitIsABoundAndKeepsWhatWasFound) {
  ScriptedRunner runner(kTwoDefects);
  CampaignOptions options;
  options.after_finding = AfterFinding::KeepGoing;
  options.max_memory = 1000;
  options.progress_interval = std::chrono::milliseconds(0);
  std::uint64_t used = 0;
  options.memory_used = [&] { return used; };
  options.progress = [&](const Statistics&, std::size_t findings) { used = findings > 0 ? 1001 : 1000; };
  const CampaignResult result = run_campaign(runner, strategy("random"), options);
  EXPECT_FALSE(result.exhaustive);
  EXPECT_GE(result.findings.size(), 1u);
  EXPECT_EQ(result.bounds, (std::vector<Bound>{{"memory", "1000"}}));
  EXPECT_FALSE(result.error);
}

TEST(Campaign, ProgressIsReportedAsItGoes) {
  ScriptedRunner runner(kLostUpdate);
  CampaignOptions options;
  std::vector<std::uint64_t> seen;
  options.progress_interval = std::chrono::milliseconds(0);
  options.progress = [&](const Statistics& statistics, std::size_t) { seen.push_back(statistics.executions); };
  run_campaign(runner, strategy("dfs"), options);
  EXPECT_EQ(seen.size(), 69u);
  EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
}

TEST(Campaign, AnUnsupportedCallIsAnErrorWithoutVerdict) {
  ScriptedRunner runner("A: read x\nB: read x; unsupported fork");
  const CampaignResult result = run_campaign(runner, strategy("dfs"), {});
  ASSERT_TRUE(result.error);
  EXPECT_EQ(result.error->code, ErrorCode::Unsupported);
  EXPECT_FALSE(result.exhaustive);
  EXPECT_TRUE(runner.idle());
}

TEST(Campaign, AFindingThatCannotBeRepeatedIsAnErrorAndNotShown) {
  ScriptedOptions scripted;
  scripted.changes_from_ticket = 2;
  ScriptedRunner runner("A: read x; crash", scripted);
  const CampaignResult result = run_campaign(runner, strategy("dfs"), {});
  ASSERT_TRUE(result.error);
  EXPECT_THAT(result.error->message, ::testing::HasSubstr("could not be repeated"));
  EXPECT_TRUE(result.findings.empty());
}

TEST(Campaign, ABrokenRunnerIsAnErrorAndTheCampaignEnds) {
  ScriptedOptions scripted;
  scripted.broken_from_ticket = 5;
  ScriptedRunner runner(kLostUpdate, scripted);
  const CampaignResult result = run_campaign(runner, strategy("dfs"), {});
  ASSERT_TRUE(result.error);
  EXPECT_EQ(result.error->message, "the script broke");
  EXPECT_EQ(result.statistics.executions, 4u);
}

TEST(Campaign, AssumptionsDropExecutionsWithoutAFinding) {
  ScriptedRunner runner("A: assume x 1; crash\nB: write x 1");
  CampaignOptions options;
  options.after_finding = AfterFinding::KeepGoing;
  const CampaignResult result = run_campaign(runner, strategy("dfs"), options);
  EXPECT_GT(result.statistics.count(Outcome::AssumeFailed), 0u);
  EXPECT_GT(result.statistics.count(Outcome::Crashed), 0u);
  EXPECT_EQ(result.findings.size(), 1u);
  EXPECT_TRUE(result.exhaustive);
}

}  // namespace
}  // namespace heddle
