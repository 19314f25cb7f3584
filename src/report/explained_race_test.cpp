// SPDX-License-Identifier: Apache-2.0
#include "report/explained_race.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/explained.h"
#include "report/text/text_report.h"
#include "report/written_trace.h"

namespace heddle {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// T1 writes the balance with a lock, T2 reads it without.
WrittenTrace racing_deposit() {
  WrittenTrace trace = lost_update();
  trace.finding.trace.events.clear();
  trace.add(0, EventKind::ThreadCreate, 20, "").object = 1;
  trace.add(1, EventKind::MutexLock, 9, "m");
  trace.store(1, 10, "balance", 0, 50);
  trace.load(2, 30, "balance", 50);
  trace.add(1, EventKind::MutexUnlock, 11, "m");
  trace.load(0, 40, "balance", 50);
  trace.finding.kind = FindingKind::DataRace;
  trace.finding.race = Race{2, 3, trace.object("balance")};
  trace.finding.location = {"account.cpp", 10, 3, "deposit"};
  trace.finding.threads = {WrittenTrace::thread(1), WrittenTrace::thread(2)};
  return trace;
}

TEST(ExplainedRace, NamesBothAccessesAndTheirLocks) {
  const WrittenTrace trace = racing_deposit();
  const Explained explained = explain(trace.finding, trace.facts, {});
  EXPECT_EQ(explained.message,
            "data race on balance: T1 writes at account.cpp:10, T2 reads at account.cpp:30; they have no lock in common, "
            "and nothing else orders them");
  ASSERT_EQ(explained.race.accesses.size(), 2u);
  EXPECT_EQ(explained.race.accesses[0].locks.size(), 1u);
  EXPECT_TRUE(explained.race.accesses[1].locks.empty());
}

TEST(ExplainedRace, TheReportEndsAtTheSecondAccess) {
  const WrittenTrace trace = racing_deposit();
  const Explained explained = explain(trace.finding, trace.facts, {});
  const SavedFinding saved{trace.finding, "a.heddle", "heddle replay a.heddle"};
  SourceText source("");
  const std::string text = finding_text({saved, explained, {}, ""}, source, {});
  EXPECT_THAT(text, HasSubstr("10 write balance: 0 -> 50\n                                      10 ** data-race **\n"));
  EXPECT_THAT(text, HasSubstr(" 30 read balance: 50\n"));
  EXPECT_THAT(text, HasSubstr("until the second access of the race"));
  EXPECT_THAT(text, HasSubstr("T1 deposit writes balance at account.cpp:10:3 in deposit(int), holds mutex 1\n"));
  EXPECT_THAT(text, HasSubstr("T2 deposit reads balance at account.cpp:30:3 in deposit(int), holds no lock\n"));
  EXPECT_THAT(text, Not(HasSubstr("40 read balance")));
  EXPECT_THAT(text, HasSubstr("SUMMARY: heddle: data-race account.cpp:10"));
}

TEST(ExplainedRace, TwoRacesBetweenTheSameLinesAreOneWhicheverCameFirst) {
  WrittenTrace trace = racing_deposit();
  const Explained one = explain(trace.finding, trace.facts, {});
  std::swap(trace.finding.trace.events[2], trace.finding.trace.events[3]);
  const Explained swapped = explain(trace.finding, trace.facts, {});
  EXPECT_TRUE(is_same_race(one.race, swapped.race));
  trace.finding.trace.events[3].point = trace.point(11, "balance");
  EXPECT_FALSE(is_same_race(one.race, explain(trace.finding, trace.facts, {}).race));
  EXPECT_FALSE(is_same_race({}, {}));
}

}  // namespace
}  // namespace heddle
