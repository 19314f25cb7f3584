// SPDX-License-Identifier: Apache-2.0
#include "analysis/judge.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

ProgramFacts facts_with_two_points() {
  ProgramFacts facts;
  facts.points.push_back({{"a.cpp", 10, 1, "f"}, "x", true});
  facts.points.push_back({{"a.cpp", 20, 1, "g"}, "m", true});
  return facts;
}

heddle::Run run_of(Outcome outcome) {
  heddle::Run run;
  run.trace.outcome = outcome;
  run.trace.events.resize(2);
  run.trace.events[0].point = ProgramPoint(0);
  run.trace.events[0].thread = ThreadId(1);
  run.trace.events[1].point = ProgramPoint(1);
  run.trace.failure.has_thread = true;
  run.trace.failure.thread = ThreadId(1);
  return run;
}

std::optional<Finding> judged(const heddle::Run& run, JudgeOptions options = {}) {
  return judge(run, facts_with_two_points(), options);
}

TEST(Judge, OutcomesThatSayNothingAboutTheProgramAreNoFindings) {
  for (Outcome outcome : {Outcome::Finished, Outcome::EventLimit, Outcome::AssumeFailed, Outcome::Diverged,
                          Outcome::StackShared, Outcome::Unsupported}) {
    EXPECT_FALSE(judged(run_of(outcome)).has_value()) << name_of(outcome);
  }
}

TEST(Judge, AnAssertionStandsWhereTheProgramSays) {
  heddle::Run run = run_of(Outcome::AssertionFailed);
  run.trace.failure.message = "x == 1";
  run.trace.failure.file = "b.cpp";
  run.trace.failure.line = 7;
  const std::optional<Finding> finding = judged(run);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->kind, FindingKind::Assertion);
  EXPECT_EQ(finding->message, "assertion failed: x == 1");
  EXPECT_EQ(finding->location.file, "b.cpp");
  EXPECT_EQ(finding->location.line, 7u);
  EXPECT_EQ(finding->schedule.length(), 2u);
}

TEST(Judge, ACrashWithoutAPointStandsAtTheLastEventOfItsThread) {
  heddle::Run run = run_of(Outcome::Crashed);
  run.trace.failure.signal = 11;
  run.trace.failure.fault_address = 0x10;
  const std::optional<Finding> finding = judged(run);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->message, "crash with SIGSEGV (Segmentation fault) at address 0x10");
  EXPECT_EQ(finding->location.line, 10u);
}

TEST(Judge, CrashesAreToldApartByTheirPlaceAndSignal) {
  heddle::Run run = run_of(Outcome::Crashed);
  run.trace.failure.signal = 11;
  run.trace.failure.fault_pc = 0x401000;
  const std::string key = judged(run)->key;
  run.trace.failure.fault_pc = 0x402000;
  EXPECT_EQ(judged(run)->key, key);
  run.trace.failure.point = ProgramPoint(1);
  EXPECT_NE(judged(run)->key, key);
}

TEST(Judge, ADeadlockNamesWhoWaitsForWhatAndIsTheSameForSwappedThreads) {
  heddle::Run run = run_of(Outcome::Deadlocked);
  run.trace.threads.resize(3);
  for (std::uint16_t index = 0; index < 3; ++index) {
    run.trace.threads[index].thread = ThreadId(index);
    run.trace.threads[index].state = ThreadEnd::Blocked;
    run.trace.threads[index].pending = EventKind::MutexLock;
    run.trace.threads[index].has_holder = true;
    run.trace.threads[index].held_by = ThreadId(static_cast<std::uint16_t>(3 - index));
  }
  run.trace.threads[0].pending = EventKind::ThreadJoin;
  run.trace.threads[0].held_by = ThreadId(1);  // whose end it waits for
  run.trace.threads[0].waits_for = 1;
  run.trace.threads[1].point = ProgramPoint(0);
  run.trace.threads[2].point = ProgramPoint(1);
  const std::optional<Finding> finding = judged(run);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->message,
            "deadlock: thread 0 waits for the end of thread 1; thread 1 waits for mutex x, held by thread 2, at "
            "a.cpp:10; thread 2 waits for mutex m, held by thread 1, at a.cpp:20");
  EXPECT_EQ(finding->location.line, 10u);
  EXPECT_EQ(finding->threads.size(), 3u);
  std::swap(run.trace.threads[1].point, run.trace.threads[2].point);
  EXPECT_EQ(judged(run)->key, finding->key);
}

TEST(Judge, TheExpectedExitCodeIsConfigurable) {
  heddle::Run run = run_of(Outcome::Finished);
  run.trace.failure.exit_code = 3;
  ASSERT_TRUE(judged(run));
  EXPECT_EQ(judged(run)->message, "the program ended with exit code 3");
  EXPECT_FALSE(judged(run, {.expected_exit_code = 3}).has_value());
}

TEST(Judge, AnExitCodeStandsAtTheCallThatGaveIt) {
  heddle::Run run = run_of(Outcome::Finished);
  run.trace.failure.exit_code = 3;
  EXPECT_FALSE(judged(run)->location.known()) << "a return from main";
  run.trace.events[1].thread = ThreadId(2);
  run.trace.failure.point = ProgramPoint(1);
  EXPECT_EQ(judged(run)->location.line, 20u);
  EXPECT_EQ(judged(run)->threads, std::vector<ThreadId>{ThreadId(2)});
  EXPECT_EQ(judged(run)->key, "exit 3 a.cpp:20");
}

TEST(Judge, AProcessThatVanishedIsACrashThatSaysHow) {
  heddle::Run run = run_of(Outcome::WorkerDied);
  run.trace.failure.signal = 9;
  EXPECT_EQ(judged(run)->message, "the process was killed by signal 9 (SIGKILL)");
  run.trace.failure.signal = 0;
  run.trace.failure.exit_code = 4;
  EXPECT_EQ(judged(run)->message, "the process left with _exit(4)");
  EXPECT_EQ(judged(run)->kind, FindingKind::Crash);
}

TEST(Judge, HangsAndUncaughtExceptionsKeepTheirWords) {
  heddle::Run run = run_of(Outcome::UncaughtException);
  run.trace.failure.message = "std::runtime_error: no";
  EXPECT_EQ(judged(run)->message, "uncaught exception std::runtime_error: no");
  run.trace.outcome = Outcome::Hung;
  run.trace.failure.message = "";
  EXPECT_EQ(judged(run)->kind, FindingKind::Hang);
  EXPECT_EQ(judged(run)->message, "a thread runs on without any visible operation");
}

TEST(Judge, AnEndlessLoopNamesItsPeriodAndWhoWaits) {
  heddle::Run run = run_of(Outcome::Looping);
  run.trace.failure.message = "the state of the program repeats after 2 events";
  ThreadSummary waiting;
  waiting.thread = ThreadId(0);
  waiting.state = ThreadEnd::Blocked;
  waiting.pending = EventKind::ThreadJoin;
  waiting.waits_for = 1;
  run.trace.threads = {waiting};
  EXPECT_EQ(judged(run)->kind, FindingKind::Hang);
  EXPECT_EQ(judged(run)->message,
            "endless loop: no other thread can run, and the state of the program repeats after 2 events; thread 0 waits "
            "for the end of thread 1");
}

}  // namespace
}  // namespace heddle
