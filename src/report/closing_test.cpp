// SPDX-License-Identifier: Apache-2.0
#include "report/closing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Report report_with(Verdict verdict, const std::string& strategy, std::uint64_t executions) {
  Report report;
  report.verdict = verdict;
  report.strategy = strategy;
  report.executions = executions;
  report.seconds = 1.25;
  report.exhaustive = verdict == Verdict::Clean;
  return report;
}

TEST(Closing, AnExhaustedSearchCountsItsInterleavings) {
  EXPECT_EQ(closing_sentence(report_with(Verdict::Clean, "dfs", 1680)),
            "Explored all 1,680 interleavings in 1.2 s: no assertion failure, crash, deadlock, data race, uncaught exception, "
            "bad exit code or hang (exhaustive, sequential consistency, strategy dfs).");
}

TEST(Closing, WhatTheEnvironmentMayDoIsNamed) {
  Report report = report_with(Verdict::Clean, "dfs", 12);
  report.freedoms.spurious_wakeups = 1;
  report.freedoms.weak_cas_failures = 1;
  EXPECT_THAT(closing_sentence(report),
              HasSubstr("(exhaustive, sequential consistency, at most 1 spurious wake-up in a "
                        "row, weak compare-exchanges that may fail, strategy dfs)"));
  EXPECT_THAT(closing_sentence(report_with(Verdict::Clean, "dfs", 12)), Not(HasSubstr("spurious")));
}

TEST(Closing, ExactSaysWhatItsModelDoesNotKnow) {
  EXPECT_THAT(closing_sentence(report_with(Verdict::Clean, "exact", 2)),
              HasSubstr("strategy exact; use of a stack object after its function returned, or of a thread-local one after "
                        "its thread ended: looked for in these executions only)."));
  EXPECT_THAT(closing_sentence(report_with(Verdict::Clean, "dfs", 2)), Not(HasSubstr("stack object")));
  Report report = report_with(Verdict::Clean, "exact", 2);
  report.leaks_are_findings = true;
  EXPECT_THAT(closing_sentence(report), HasSubstr("strategy exact; leaks, use of a stack object after its function "
                                                  "returned, or of"));
  report.verdict = Verdict::Finding;
  EXPECT_THAT(closing_sentence(report), HasSubstr("; all interleavings were explored; leaks, use of a stack object after "
                                                  "its function returned, or of a thread-local one after its thread "
                                                  "ended: looked for in these executions only."));
}

TEST(Closing, ASearchOfAModelCountsItsStates) {
  Report report = report_with(Verdict::Clean, "exact", 40);
  report.model.emplace().states = 1339;
  EXPECT_THAT(closing_sentence(report),
              HasSubstr("Explored all interleavings with 40 executions and 1,339 states of the model in 1.2 s: "));
  report.verdict = Verdict::Incomplete;
  report.bounds = {{"interrupted", ""}};
  EXPECT_THAT(closing_sentence(report),
              HasSubstr("Nothing found in 40 exact executions and 1,339 states of the model (1.2 s, "));
  report.verdict = Verdict::Finding;
  report.findings.emplace_back();
  EXPECT_THAT(closing_sentence(report), HasSubstr("Found 1 defect in 40 executions and 1,339 states of the model ("));
}

TEST(Closing, ACompleteSearchSaysHowOftenItWasVerified) {
  Report report = report_with(Verdict::Clean, "exact", 40);
  report.verified = 200;
  EXPECT_THAT(closing_sentence(report), HasSubstr("Explored all interleavings with 40 executions in 1.2 s"));
  EXPECT_THAT(closing_sentence(report), HasSubstr("strategy exact, 200 more executions at random showed nothing new; "));
}

TEST(Closing, ExecutionsThatAreCutForLackOfRoomSaySo) {
  Report report;
  report.strategy = "dfs";
  report.executions = 3;
  report.bounds = {{"room", "524272"}};
  EXPECT_THAT(closing_sentence(report), HasSubstr("cut after 524272 events of all threads together"));
}

TEST(Closing, WhatFewPreemptionsLeadToIsNotCalledEverything) {
  Report report;
  report.strategy = "exact";
  report.bounds = {{"events", "100"}, {"preemptions", "2"}};
  report.cut_covered = 100;
  EXPECT_THAT(closing_sentence(report), HasSubstr("at most 100 events of each thread and 2 preemptions were explored"));
}

TEST(Closing, ASearchThatWasCutSaysWhereHowFarAndWhatFollowed) {
  Report report = report_with(Verdict::Incomplete, "exact", 10'040);
  report.model.emplace().states = 1339;
  report.bounds = {{"events", "10000"}};
  EXPECT_THAT(closing_sentence(report), HasSubstr("were cut after 10000 events of a thread (--max-events)."));
  report.sampled = 10'000;
  report.cut_covered = 1024;
  report.cut_place = "pool.c:9";
  EXPECT_EQ(closing_sentence(report),
            "Nothing found in 40 exact executions and 1,339 states of the model, then 10,000 executions at random (pos, pct, "
            "random) (1.2 s, sequential consistency); this is not a proof: executions were cut after 10000 events of a thread "
            "(--max-events), the longest at pool.c:9; all interleavings with at most 1,024 events of each thread were explored.");
}

TEST(Closing, AChanceThatStatesWereConfusedIsNamedUnlessNegligible) {
  Report report = report_with(Verdict::Clean, "exact", 40);
  report.model.emplace().table_states = 100'000;
  EXPECT_THAT(closing_sentence(report), Not(HasSubstr("taken for one")));
  report.model->table_states = 5'000'000;
  EXPECT_THAT(closing_sentence(report),
              HasSubstr("; two states may have been taken for one, with a chance of 7e-07 (--hash-bits 128 rules that out)"));
  report.model->hash_bits = 128;
  EXPECT_THAT(closing_sentence(report), Not(HasSubstr("taken for one")));
}

TEST(Closing, AListOfOutcomesClaimsNoMoreThanACheck) {
  Report report = report_with(Verdict::Complete, "exact", 40);
  report.lists_outcomes = true;
  report.looks_for_races = false;
  report.model.emplace().table_states = 5'000'000;
  report.has_weaker_orders = true;
  EXPECT_THAT(closing_sentence(report),
              HasSubstr("strategy exact; C++ allows more for its atomics weaker than seq_cst; two states may have been "
                        "taken for one, with a chance of 7e-07 (--hash-bits 128 rules that out))."));
  report.model->hash_bits = 128;
  report.has_weaker_orders = false;
  EXPECT_THAT(closing_sentence(report), HasSubstr("strategy exact)."));
}

TEST(Closing, AStoppedSearchSaysHowMuchIsLeftIfItCan) {
  Report report = report_with(Verdict::Incomplete, "exact", 40);
  report.model.emplace().states = 1339;
  report.bounds = {{"time", "5s"}};
  EXPECT_THAT(closing_sentence(report), HasSubstr("out of time (--time 5s); how much is left cannot be said."));
  report.model->share_done = 0.42;
  EXPECT_THAT(closing_sentence(report),
              HasSubstr("; about 40 % of what is known so far was searched, give or take a factor of two."));
  report.bounds = {{"events", "1000"}};  // it came to its end
  EXPECT_THAT(closing_sentence(report), Not(HasSubstr("searched")));
}

TEST(Closing, CodeThatIsNotSeenIsNamed) {
  Report report = report_with(Verdict::Incomplete, "exact", 7);
  report.bounds = {{"unmodelled", "inline assembly at a.c:7"}};
  EXPECT_THAT(closing_sentence(report),
              HasSubstr("this is not a proof: what is done to memory by inline assembly at a.c:7 is not seen."));
}

TEST(Closing, RacesAreNamedOnlyIfTheyWereLookedFor) {
  Report report = report_with(Verdict::Clean, "dfs", 7);
  report.has_weaker_orders = true;
  EXPECT_THAT(closing_sentence(report), HasSubstr("; C++ allows more for its atomics weaker than seq_cst)."));
  report.strategy = "exact";
  EXPECT_THAT(closing_sentence(report), HasSubstr(": data races through these were looked for in 7 executions, not exhaustively)."));
  report.looks_for_races = false;
  EXPECT_THAT(closing_sentence(report), Not(HasSubstr("race")));
}

TEST(Closing, ExactSaysWhereRacesCannotBeSeenSideBySide) {
  Report report = report_with(Verdict::Clean, "exact", 7);
  report.has_hints = true;
  EXPECT_THAT(closing_sentence(report),
              HasSubstr("; data races behind failed tries, semaphore values, signals without the lock and atomic sections that wait were looked "
                        "for in 7 executions, not exhaustively)."));
  report.strategy = "dfs";
  EXPECT_THAT(closing_sentence(report), Not(HasSubstr("looked for")));
}

TEST(Closing, ACleanRandomRunIsNeverAProof) {
  Report report = report_with(Verdict::Incomplete, "random", 10'000);
  report.bounds = {{"executions", "10000"}};
  std::string text = closing_sentence(report);
  EXPECT_EQ(text,
            "Nothing found in 10,000 random executions (1.2 s, sequential consistency); this is not a proof: limit of "
            "10000 executions (--max-executions).");
  EXPECT_THAT(text, Not(HasSubstr("xhaustive")));
  report.strategy = "pct";
  EXPECT_THAT(closing_sentence(report), HasSubstr("Nothing found in 10,000 pct executions ("));
}

TEST(Closing, EveryBoundIsNamed) {
  Report report = report_with(Verdict::Incomplete, "dfs", 5);
  report.bounds = {{"time", "30s"}, {"memory", "2G"}, {"events", "1000"}, {"interrupted", ""}};
  EXPECT_THAT(closing_sentence(report),
              HasSubstr("out of time (--time 30s); out of memory (--max-memory 2G); executions were cut after 1000 events of a thread "
                        "(--max-events); interrupted."));
}

TEST(Closing, FewPreemptionsAreAProofOfWhatTheyLeadTo) {
  Report report = report_with(Verdict::Incomplete, "exact", 5);
  report.model.emplace().states = 40;
  report.model->preemptions = 1;
  report.bounds = {{"preemptions", "1"}};
  EXPECT_EQ(closing_sentence(report),
            "Nothing found in 5 exact executions and 40 states of the model (1.2 s, sequential consistency); no "
            "interleaving with at most 1 preemption breaks it (livelocks were not looked for; use of a stack object after "
            "its function returned, or of a thread-local one after its thread ended: looked for in these executions only); "
            "more is not proved: interleavings with more than 1 preemption were left out (--preemptions).");
  report.bounds.push_back({"events", "1000"});  // some of these were not followed to their ends
  EXPECT_THAT(closing_sentence(report), Not(HasSubstr("breaks it")));
}

TEST(Closing, AFindingSaysHowFarTheSearchWent) {
  Report report = report_with(Verdict::Finding, "random", 12);
  report.findings.emplace_back();
  EXPECT_EQ(closing_sentence(report),
            "Found 1 defect in 12 executions (1.2 s, random, sequential consistency); the search stopped there.");
}

}  // namespace
}  // namespace heddle
