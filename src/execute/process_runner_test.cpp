// SPDX-License-Identifier: Apache-2.0
#include "execute/process_runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>

namespace heddle {
namespace {

using ::testing::HasSubstr;

std::unique_ptr<ProcessRunner> start_fake(ProcessOptions options = {}) {
  LaunchSpec spec;
  spec.program = HEDDLE_FAKE_PROGRAM;
  spec.arguments = {"fake", "answer"};
  Result<std::unique_ptr<ProcessRunner>> runner = ProcessRunner::start(spec, options);
  HEDDLE_CHECK(runner, runner.error().message.c_str());
  return std::move(*runner);
}

Schedule schedule_of(std::uint64_t seed, std::uint32_t events = 3) {
  Schedule schedule;
  schedule.turns = {{ThreadId(0), events}, {ThreadId(1), 1}};
  schedule.seed = seed;
  return schedule;
}

TEST(ProcessRunner, RunsComeBackDecodedUnderTheirTickets) {
  auto runner = start_fake();
  std::vector<std::uint64_t> tickets;
  while (runner->has_room()) tickets.push_back(runner->submit(schedule_of(100 + tickets.size())));
  EXPECT_GE(tickets.size(), 16u);
  for (std::size_t index = 0; index < tickets.size(); ++index) {
    const Result<heddle::Run> run = runner->collect();
    ASSERT_TRUE(run) << run.error().message;
    EXPECT_EQ(run->ticket, tickets[index]);
    ASSERT_EQ(run->trace.events.size(), 4u);
    EXPECT_EQ(run->trace.events[3].thread, ThreadId(1));
    EXPECT_EQ(run->trace.events[0].value, 100 + index);
    EXPECT_EQ(run->trace.outcome, Outcome::Finished);
  }
  EXPECT_TRUE(runner->idle());
}

TEST(ProcessRunner, EqualSchedulesHaveEqualHashesAndOthersDoNot) {
  auto runner = start_fake();
  for (std::uint64_t seed : {100, 100, 101}) runner->submit(schedule_of(seed));
  std::vector<std::uint64_t> hashes;
  while (!runner->idle()) hashes.push_back(runner->collect()->trace.hash);
  EXPECT_EQ(hashes[0], hashes[1]);
  EXPECT_NE(hashes[0], hashes[2]);
}

TEST(ProcessRunner, AWorkerThatDiesOnceCostsNothingAndCountsOnce) {
  auto runner = start_fake();
  for (std::uint64_t seed : {100, 8, 101}) runner->submit(schedule_of(seed));
  std::vector<std::uint64_t> tickets;
  while (!runner->idle()) {
    const Result<heddle::Run> run = runner->collect();
    ASSERT_TRUE(run) << run.error().message;
    EXPECT_EQ(run->trace.outcome, Outcome::Finished);
    tickets.push_back(run->ticket);
  }
  EXPECT_EQ(tickets, (std::vector<std::uint64_t>{1, 3, 2}));
  EXPECT_EQ(runner->repeated(), 1u);
}

TEST(ProcessRunner, OfMuchOutputTheEndIsKeptAndNobodyWaitsForever) {
  auto runner = start_fake();
  RunOptions options;
  options.output = Output::Capture;
  runner->submit(schedule_of(15), options);
  const Result<heddle::Run> run = runner->collect();
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->trace.outcome, Outcome::Finished);
  EXPECT_THAT(run->output, ::testing::StartsWith("line 9"));
  EXPECT_THAT(run->output, ::testing::EndsWith("\nline 99998\nline 99999\n"));
  EXPECT_LE(run->output.size(), CapturedOutput::kMostBytes);
  EXPECT_GT(run->output.size(), CapturedOutput::kMostBytes - 20);
}

TEST(ProcessRunner, ARunThatPrintsNothingHasNothingOfTheOneBefore) {
  auto runner = start_fake();
  RunOptions options;
  options.output = Output::Capture;
  for (std::uint64_t seed : {15, 100}) {
    runner->submit(schedule_of(seed), options);
    const Result<heddle::Run> run = runner->collect();
    ASSERT_TRUE(run) << run.error().message;
    EXPECT_EQ(run->output.empty(), seed == 100);
  }
}

TEST(ProcessRunner, TheSameDeathTwiceIsTheOutcome) {
  auto runner = start_fake();
  runner->submit(schedule_of(7));
  runner->submit(schedule_of(10));
  const Result<heddle::Run> killed = runner->collect();
  ASSERT_TRUE(killed);
  EXPECT_EQ(killed->trace.outcome, Outcome::WorkerDied);
  EXPECT_EQ(killed->trace.failure.signal, SIGKILL);
  EXPECT_EQ(killed->trace.events.size(), 4u) << "the trace up to the death is kept";
  const Result<heddle::Run> left = runner->collect();
  ASSERT_TRUE(left);
  EXPECT_EQ(left->trace.failure.signal, 0);
  EXPECT_EQ(left->trace.failure.exit_code, 3);
  EXPECT_TRUE(runner->idle());
}

TEST(ProcessRunner, AWorkerKilledFromOutsideLosesNothing) {
  auto runner = start_fake();
  std::uint64_t collected = 0;
  for (int round = 0; round < 20; ++round) {
    while (runner->has_room()) runner->submit(schedule_of(100));
    ::kill(runner->worker(), SIGKILL);
    while (!runner->idle()) {
      const Result<heddle::Run> run = runner->collect();
      ASSERT_TRUE(run) << run.error().message;
      ASSERT_EQ(run->trace.outcome, Outcome::Finished);
      ++collected;
    }
  }
  EXPECT_EQ(collected, 20u * RingShape{}.slots);
}

TEST(ProcessRunner, AStalledRunIsKilledRepeatedAndThenReportedAsHung) {
  ProcessOptions options;
  options.stall_milliseconds = 120;
  auto runner = start_fake(options);
  for (std::uint64_t seed : {9, 11, 100}) runner->submit(schedule_of(seed));
  std::vector<Outcome> outcomes(4);
  while (!runner->idle()) {
    const Result<heddle::Run> run = runner->collect();
    ASSERT_TRUE(run) << run.error().message;
    outcomes[run->ticket] = run->trace.outcome;
    if (run->ticket == 1) {
      EXPECT_EQ(run->trace.failure.message, "blocked outside of Heddle's control or never yields");
    }
  }
  EXPECT_EQ(outcomes[1], Outcome::Hung);
  EXPECT_EQ(outcomes[2], Outcome::Finished);
  EXPECT_EQ(outcomes[3], Outcome::Finished);
}

TEST(ProcessRunner, AbandoningIsQuickAlthoughARunHangsAndLeavesTheRunnerUsable) {
  auto runner = start_fake();
  runner->submit(schedule_of(9));
  while (runner->has_room()) runner->submit(schedule_of(100));
  const auto start = std::chrono::steady_clock::now();
  const Result<std::uint64_t> given_up = runner->abandon();
  ASSERT_TRUE(given_up) << given_up.error().message;
  EXPECT_EQ(*given_up, RingShape{}.slots);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5)) << "the stall limit is 10 seconds";
  EXPECT_TRUE(runner->idle());
  runner->submit(schedule_of(101));
  const Result<heddle::Run> run = runner->collect();
  ASSERT_TRUE(run);
  EXPECT_EQ(run->trace.outcome, Outcome::Finished);
  EXPECT_EQ(run->trace.events[0].value, 101u);
}

TEST(ProcessRunner, ASharedStackObjectNamesItsSite) {
  auto runner = start_fake();
  runner->submit(schedule_of(12));
  const Result<heddle::Run> run = runner->collect();
  ASSERT_TRUE(run);
  EXPECT_EQ(run->trace.outcome, Outcome::StackShared);
  EXPECT_EQ(run->trace.failure.shared_sites, std::vector<std::uint32_t>{5});
}

TEST(ProcessRunner, NonsenseInTheSharedMemoryIsAWorkerThatDied) {
  auto runner = start_fake();
  runner->submit(schedule_of(13));
  const Result<heddle::Run> run = runner->collect();
  ASSERT_TRUE(run);
  EXPECT_EQ(run->trace.outcome, Outcome::WorkerDied);
  EXPECT_EQ(run->trace.failure.message, "the program overwrote Heddle's memory");
}

TEST(ProcessRunner, ASupervisorKilledFromOutsideIsStartedAgainAndLosesNothing) {
  auto runner = start_fake();
  runner->make_visible({4, 9});
  std::uint64_t next = 0, collected = 0;
  // A worker that has not begun yet would not notice that its supervisor is gone, and do all that is wanted alone.
  runner->submit(schedule_of(100 + next++));
  ASSERT_TRUE(runner->collect());
  ++collected;
  for (int round = 0; round < 10 || (runner->restarts() == 0 && round < 10'000); ++round) {
    while (runner->has_room()) runner->submit(schedule_of(100 + next++));
    if (round < 10) ::kill(runner->supervisor(), SIGKILL);
    while (!runner->idle()) {
      const Result<heddle::Run> run = runner->collect();
      ASSERT_TRUE(run) << run.error().message;
      ASSERT_EQ(run->trace.outcome, Outcome::Finished);
      ASSERT_EQ(run->trace.events[0].value, 100 + collected) << "in the order in which they were submitted";
      ASSERT_EQ(run->ticket, ++collected);
      ASSERT_EQ(run->schedule.visibility_version, 1u);
    }
  }
  EXPECT_EQ(collected, next);
  EXPECT_GE(runner->restarts(), 1u);
  EXPECT_FALSE(runner->is_lost());
}

TEST(ProcessRunner, ASupervisorThatDiesWhileNobodyWaitsIsStartedAgain) {
  auto runner = start_fake();
  runner->submit(schedule_of(100));  // a worker that has not begun yet would not notice, as above
  ASSERT_TRUE(runner->collect());
  ::kill(runner->supervisor(), SIGKILL);
  for (int most = 10'000; runner->restarts() == 0 && most > 0; --most) {  // its worker may still answer before it is gone
    runner->submit(schedule_of(100));
    const Result<heddle::Run> run = runner->collect();
    ASSERT_TRUE(run) << run.error().message;
    EXPECT_EQ(run->trace.events[0].value, 100u);
  }
  EXPECT_EQ(runner->restarts(), 1u);
}

TEST(ProcessRunner, AbandoningSurvivesADeadSupervisor) {
  auto runner = start_fake();
  runner->submit(schedule_of(9));
  while (runner->has_room()) runner->submit(schedule_of(100));
  ::kill(runner->supervisor(), SIGKILL);
  const Result<std::uint64_t> given_up = runner->abandon();
  ASSERT_TRUE(given_up) << given_up.error().message;
  EXPECT_TRUE(runner->idle());
  runner->submit(schedule_of(101));
  const Result<heddle::Run> run = runner->collect();
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->trace.events[0].value, 101u);
}

TEST(ProcessRunner, ASupervisorThatDiesAgainAndAgainIsAnErrorAndNoFinding) {
  auto runner = start_fake();
  runner->submit(schedule_of(14));
  const Result<heddle::Run> run = runner->collect();
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().code, ErrorCode::System);
  EXPECT_THAT(run.error().message, HasSubstr("supervisor ended with signal 9"));
  EXPECT_THAT(run.error().message, HasSubstr("5 times before"));
}

TEST(ProcessRunner, TheStopFlagEndsAWaitingCollect) {
  const std::atomic<bool> stop{true};
  ProcessOptions options;
  options.stop = &stop;
  auto runner = start_fake(options);
  runner->submit(schedule_of(9));
  const Result<heddle::Run> run = runner->collect();
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().message, "interrupted");
}

TEST(ProcessRunner, GrowingTheVisibilitySetStampsLaterSchedules) {
  auto runner = start_fake();
  runner->make_visible({4, 2});
  runner->make_visible({4, 9});
  EXPECT_EQ(runner->visible_sites(), (std::vector<std::uint32_t>{2, 4, 9}));
  runner->submit(schedule_of(100));
  EXPECT_EQ(runner->collect()->schedule.visibility_version, 2u);
}

TEST(ProcessRunner, SizesThatAreKeptApartAreSortedAndPartOfTheVersion) {
  auto runner = start_fake();
  runner->make_visible({4});
  runner->keep_apart({24, 8});
  runner->keep_apart({8, 9});
  EXPECT_EQ(runner->contested_sizes(), (ContestedSizes{8, 9, 24}));
  runner->submit(schedule_of(100));
  EXPECT_EQ(runner->collect()->schedule.visibility_version, 3u);
}

TEST(ProcessRunner, AScheduleTooLongForTheRingIsRefused) {
  ProcessOptions options;
  options.ring.event_capacity = 8;
  auto runner = start_fake(options);
  Schedule schedule;
  for (std::uint16_t turn = 0; turn < 20; ++turn) schedule.append(ThreadId(turn % 2));
  runner->submit(schedule);
  const Result<heddle::Run> run = runner->collect();
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().code, ErrorCode::Usage);
}

}  // namespace
}  // namespace heddle
