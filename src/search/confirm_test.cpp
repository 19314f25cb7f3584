// SPDX-License-Identifier: Apache-2.0
#include "search/confirm.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/judge.h"
#include "execute/scripted_runner.h"

namespace heddle {
namespace {

Finding first_finding(Runner& runner) {
  runner.submit(Schedule{});
  return *judge(*runner.collect(), runner.facts(), {});
}

TEST(Confirm, AFindingThatRepeatsComesBackWithItsVisibilitySetAndSizes) {
  ScriptedRunner runner("A: read x; share 3; assert x 1");
  runner.make_visible({3});
  runner.keep_apart({8, 24});
  const Result<Finding> confirmed = confirm(runner, first_finding(runner));
  ASSERT_TRUE(confirmed) << confirmed.error().message;
  EXPECT_EQ(confirmed->visible_sites, std::vector<std::uint32_t>{3});
  EXPECT_EQ(confirmed->contested_sizes, (ContestedSizes{8, 24}));
  EXPECT_EQ(confirmed->schedule.visibility_version, 2u);
  EXPECT_EQ(confirmed->message, "assertion failed: x == 1");
}

TEST(Confirm, AFindingComesBackWithWhatTheProgramPrinted) {
  ScriptedOptions options;
  options.output = "balance: 50\n";
  ScriptedRunner runner("A: read x; crash", options);
  const Result<Finding> confirmed = confirm(runner, first_finding(runner));
  ASSERT_TRUE(confirmed) << confirmed.error().message;
  EXPECT_EQ(confirmed->output, "balance: 50\n");
  EXPECT_TRUE(confirmed->output_is_known);
  EXPECT_EQ(runner.submitted(), 2u) << "one run to find it, one to confirm it";
}

TEST(Confirm, AProgramThatSeesWhereItsOutputGoesIsConfirmedWithout) {
  ScriptedOptions options;
  options.output = "on a pipe\n";
  options.capture_differs = true;
  ScriptedRunner runner("A: write y 1; read x; crash", options);
  const Finding finding = first_finding(runner);
  const Result<Finding> confirmed = confirm(runner, finding);
  ASSERT_TRUE(confirmed) << confirmed.error().message;
  EXPECT_EQ(confirmed->output, "");
  EXPECT_FALSE(confirmed->output_is_known);
  EXPECT_EQ(confirmed->trace.hash, finding.trace.hash);
}

TEST(Confirm, AnEventThatDiffersIsNondeterminismWithItsLine) {
  ScriptedOptions options;
  options.changes_from_ticket = 2;
  ScriptedRunner runner("A: write y 1; read x; crash", options);
  const Result<Finding> confirmed = confirm(runner, first_finding(runner));
  ASSERT_FALSE(confirmed);
  EXPECT_EQ(confirmed.error().code, ErrorCode::Unsupported);
  EXPECT_THAT(confirmed.error().message, ::testing::HasSubstr("load of x at script:2 with value 0, once with 1000"));
}

TEST(Confirm, AnotherOutcomeIsNondeterminism) {
  ScriptedOptions options;
  options.dying_tickets = {2};
  ScriptedRunner runner("A: write y 1; crash", options);
  const Result<Finding> confirmed = confirm(runner, first_finding(runner));
  ASSERT_FALSE(confirmed);
  EXPECT_EQ(confirmed.error().code, ErrorCode::Unsupported);
}

}  // namespace
}  // namespace heddle
