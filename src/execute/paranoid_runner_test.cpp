// SPDX-License-Identifier: Apache-2.0
#include "execute/paranoid_runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "execute/scripted_runner.h"

namespace heddle {
namespace {

using ::testing::HasSubstr;

TEST(ParanoidRunner, OneInNIsComparedAndEveryRunIsHandedOutOnce) {
  ScriptedRunner inner("A: write x 1\nB: read x");
  ParanoidRunner paranoid(inner, 4);
  std::set<std::uint64_t> submitted;
  std::set<std::uint64_t> collected;
  for (int round = 0; round < 3; ++round) {
    for (int index = 0; index < 8; ++index) submitted.insert(paranoid.submit(Schedule{}));
    while (!paranoid.idle()) {
      const Result<heddle::Run> run = paranoid.collect();
      ASSERT_TRUE(run) << run.error().message;
      EXPECT_TRUE(collected.insert(run->ticket).second);
    }
  }
  EXPECT_EQ(collected, submitted);
  EXPECT_EQ(paranoid.compared(), 6u);
}

TEST(ParanoidRunner, ADifferenceIsAnErrorThatNamesTheEventAndItsLine) {
  ScriptedOptions options;
  options.fork_differs = true;
  ScriptedRunner inner("A: write x 1; read x", options);
  ParanoidRunner paranoid(inner, 1);
  paranoid.submit(Schedule{});
  const Result<heddle::Run> run = paranoid.collect();
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().code, ErrorCode::Unsupported);
  EXPECT_THAT(run.error().message, HasSubstr("thread 1: load of x at script:2 with value 1, once with 1001"));
}

TEST(ParanoidRunner, RunsThatDiedAreNotCompared) {
  ScriptedOptions options;
  options.fork_differs = true;
  options.dying_tickets = {1};
  ScriptedRunner inner("A: read x", options);
  ParanoidRunner paranoid(inner, 1);
  paranoid.submit(Schedule{});
  const Result<heddle::Run> run = paranoid.collect();
  ASSERT_TRUE(run);
  EXPECT_EQ(run->trace.outcome, Outcome::WorkerDied);
  EXPECT_EQ(paranoid.compared(), 0u);
}

}  // namespace
}  // namespace heddle
