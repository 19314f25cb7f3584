// SPDX-License-Identifier: Apache-2.0
#include "search/explorer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "execute/scripted_runner.h"
#include "search/strategy/dfs.h"

namespace heddle {
namespace {

using ::testing::HasSubstr;

Result<void> explore_all(Explorer& explorer) {
  for (;;) {
    const Result<Progress> progress = explorer.step();
    if (!progress) return progress.error();
    if (*progress == Progress::Exhausted) return {};
  }
}

TEST(Explorer, KeepsTheRunnerFullAndCountsEveryRunOnce) {
  ScriptedRunner runner("A: read x; read x; read x\nB: read x; read x; read x");
  DfsStrategy dfs;
  Explorer explorer(runner, dfs, {});
  ASSERT_TRUE(explore_all(explorer));
  EXPECT_EQ(runner.most_in_flight(), 16u);
  EXPECT_EQ(explorer.statistics().executions, 251u);  // C(3 + 3 + 4, 5) - 1
  EXPECT_EQ(explorer.statistics().executions, runner.submitted());
  EXPECT_EQ(explorer.statistics().count(Outcome::Finished), 251u);
  EXPECT_EQ(explorer.statistics().events, 251u * 13u);
}

TEST(Explorer, TheSameDefectIsOneFinding) {
  ScriptedRunner runner("A: read x; crash\nB: read y; read y");
  DfsStrategy dfs;
  Explorer explorer(runner, dfs, {});
  ASSERT_TRUE(explore_all(explorer));
  EXPECT_EQ(explorer.findings().size(), 1u);
  EXPECT_GT(explorer.statistics().failing, 1u);
}

TEST(Explorer, AGrowingVisibilitySetRestartsTheSearchAndKeepsTheCountExact) {
  const char* program = "A: read x; share 3; read x\nB: read x; share 4; read x";
  for (bool out_of_order : {false, true}) {
    ScriptedOptions options;
    options.out_of_order = out_of_order;
    ScriptedRunner runner(program, options);
    DfsStrategy dfs;
    Explorer explorer(runner, dfs, {});
    ASSERT_TRUE(explore_all(explorer));
    const Statistics& statistics = explorer.statistics();
    EXPECT_THAT(runner.visible_sites(), ::testing::UnorderedElementsAre(3u, 4u));
    EXPECT_EQ(statistics.executions, 69u);  // C(2 + 2 + 4, 4) - 1
    EXPECT_EQ(statistics.restarts, runner.visibility_version());
    EXPECT_EQ(statistics.executions + statistics.discarded, runner.submitted());
    EXPECT_EQ(statistics.count(Outcome::StackShared), 0u);
  }
}

TEST(Explorer, FindingsMadeBeforeTheVisibilityGrewAreKeptWithTheirOwnVersion) {
  // A never gives the lock back, so the first run deadlocks; B touches the shared object only if it comes first.
  ScriptedOptions options;
  options.slots = 1;
  ScriptedRunner runner("A: lock m\nB: choose 2; lock m; share 3", options);
  DfsStrategy dfs;
  Explorer explorer(runner, dfs, {});
  ASSERT_TRUE(explore_all(explorer));
  ASSERT_FALSE(explorer.findings().empty());
  EXPECT_EQ(explorer.statistics().restarts, 1u);
  const Finding& finding = explorer.findings().front();
  EXPECT_EQ(finding.kind, FindingKind::Deadlock);
  EXPECT_EQ(finding.schedule.visibility_version, 0u);
  EXPECT_TRUE(finding.visible_sites.empty());
}

// Wants sizes kept apart after its third run, then another one after the next third.
class SizedStrategy final : public Strategy {
 public:
  std::string_view name() const override { return "sized"; }
  Guarantee guarantee() const override { return Guarantee::Exhaustive; }
  std::optional<Schedule> next() override { return inner_.next(); }
  void learn(const Run& run) override {
    inner_.learn(run);
    if (++runs_ == 3 && restarts_ < 2) wanted_ = restarts_ == 0 ? ContestedSizes{8, 24} : ContestedSizes{8, 9, 24};
  }
  ContestedSizes contested_sizes() const override { return wanted_; }
  void restart() override {
    inner_.restart();
    wanted_.clear();
    runs_ = 0;
    ++restarts_;
  }

 private:
  DfsStrategy inner_;
  ContestedSizes wanted_;
  int runs_ = 0, restarts_ = 0;
};

TEST(Explorer, SizesThatMustBeKeptApartRestartTheSearchAndKeepTheCountExact) {
  ScriptedRunner runner("A: read x; crash\nB: read x; read x");
  SizedStrategy strategy;
  Explorer explorer(runner, strategy, {});
  ASSERT_TRUE(explore_all(explorer));
  const Statistics& statistics = explorer.statistics();
  EXPECT_EQ(statistics.restarts, 2u);
  EXPECT_EQ(runner.visibility_version(), 2u);
  EXPECT_EQ(statistics.executions + statistics.discarded, runner.submitted());
  ASSERT_EQ(explorer.findings().size(), 1u);
  EXPECT_TRUE(explorer.findings().front().contested_sizes.empty()) << "it was found with the first addresses";
}

TEST(Explorer, AnUnsupportedCallEndsTheExplorationNamingCallAndLine) {
  ScriptedRunner runner("A: read x; unsupported fork");
  DfsStrategy dfs;
  Explorer explorer(runner, dfs, {});
  const Result<void> done = explore_all(explorer);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::Unsupported);
  EXPECT_THAT(done.error().message, HasSubstr("does not model: fork at script:2"));
}

TEST(Explorer, AScheduleThatCannotBeFollowedIsNondeterminism) {
  class Wrong final : public Strategy {
   public:
    std::string_view name() const override { return "wrong"; }
    Guarantee guarantee() const override { return Guarantee::None; }
    std::optional<Schedule> next() override {
      Schedule schedule;
      schedule.turns = {{ThreadId(0), 1}, {ThreadId(1), 1}};
      return schedule;
    }
    void learn(const heddle::Run&) override { ++learned; }
    void restart() override {}
    int learned = 0;
  } wrong;
  ScriptedRunner runner("A: read x");
  Explorer explorer(runner, wrong, {});
  const Result<Progress> progress = explorer.step();
  ASSERT_FALSE(progress);
  EXPECT_EQ(progress.error().code, ErrorCode::Unsupported);
  EXPECT_THAT(progress.error().message, HasSubstr("thread 1 could not run (turn 1)"));
  EXPECT_EQ(wrong.learned, 0);
}

TEST(Explorer, AWorkerDeathIsAFindingAndCountedOnce) {
  ScriptedOptions options;
  options.dying_tickets = {4};
  ScriptedRunner runner("A: read x\nB: read x", options);
  DfsStrategy dfs;
  Explorer explorer(runner, dfs, {});
  ASSERT_TRUE(explore_all(explorer));
  EXPECT_EQ(explorer.statistics().count(Outcome::WorkerDied), 1u);
  EXPECT_EQ(explorer.statistics().executions, runner.submitted());
  EXPECT_EQ(explorer.findings().size(), 1u);
}

TEST(Explorer, ABrokenRunnerIsAnError) {
  ScriptedOptions options;
  options.broken_from_ticket = 3;
  ScriptedRunner runner("A: read x\nB: read x", options);
  DfsStrategy dfs;
  Explorer explorer(runner, dfs, {});
  const Result<void> done = explore_all(explorer);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message, "the script broke");
  EXPECT_EQ(explorer.statistics().executions, 2u);
}

}  // namespace
}  // namespace heddle
