// SPDX-License-Identifier: Apache-2.0
#include "report/step.h"

#include <gtest/gtest.h>

#include <cerrno>

#include "report/written_trace.h"

namespace heddle {
namespace {

std::vector<Step> steps(const WrittenTrace& trace, const SymbolTable& symbols = {}) {
  return steps_of(trace.finding.trace, trace.facts, ObjectNames(trace.finding.trace, trace.facts, symbols));
}

TEST(Step, AStoreShowsOldAndNewValue) {
  WrittenTrace trace(1);
  trace.store(0, 11, "balance", 0, 100);
  EXPECT_EQ(steps(trace)[0].text, "write balance: 0 -> 100");
}

TEST(Step, AStoreWithoutDetailShowsTheNewValueOnly) {
  WrittenTrace trace(1);
  trace.add(0, EventKind::Store, 11, "balance", 100);
  EXPECT_EQ(steps(trace)[0].text, "write balance = 100");
}

TEST(Step, AFailedCompareExchangeSaysWhatItSawAndWanted) {
  WrittenTrace trace(1);
  Event& event = trace.add(0, EventKind::Cas, 5, "head", 7);
  event.first = 6;
  event.second = 8;
  EXPECT_EQ(steps(trace)[0].text, "cas head fails: is 7, expected 6");
  event.flags |= wire::kEventSuccess;
  EXPECT_EQ(steps(trace)[0].text, "cas head: 7 -> 8");
}

TEST(Step, AReadModifyWriteNamesItsOperator) {
  WrittenTrace trace(1);
  Event& event = trace.add(0, EventKind::Rmw, 5, "count", 4);
  event.rmw = RmwOperator::Add;
  event.second = 5;
  EXPECT_EQ(steps(trace)[0].text, "fetch_add count: 4 -> 5");
}

TEST(Step, MutexesAreNumberedByAppearanceWhenNothingNamesThem) {
  WrittenTrace trace(2);
  trace.add(0, EventKind::MutexLock, 5, "first");
  trace.add(1, EventKind::MutexLock, 6, "second");
  trace.add(0, EventKind::MutexUnlock, 7, "first", EPERM);
  std::vector<Step> found = steps(trace);
  EXPECT_EQ(found[0].text, "lock mutex 1");
  EXPECT_EQ(found[1].text, "lock mutex 2");
  EXPECT_EQ(found[2].text, "unlock mutex 1 (EPERM)");
}

TEST(Step, AGlobalVariableGivesItsNameToAMutex) {
  WrittenTrace trace(1);
  trace.add(0, EventKind::MutexLock, 5, "m");
  SymbolTable symbols;
  symbols.data[trace.object("m")] = {"table", 40};
  EXPECT_EQ(steps(trace, symbols)[0].text, "lock table+40");
}

TEST(Step, ASignalNamesWhomItWakes) {
  WrittenTrace trace(3);
  trace.add(0, EventKind::CondSignal, 5, "c", 0);
  trace.add(0, EventKind::CondSignal, 5, "c", 3);
  std::vector<Step> found = steps(trace);
  EXPECT_EQ(found[0].text, "signal condition variable 1, nobody waits");
  EXPECT_EQ(found[1].text, "signal condition variable 1, wakes T2");
}

TEST(Step, MemoryOfOneThreadIsNotShared) {
  WrittenTrace trace(2);
  trace.store(0, 5, "mine", 0, 1);
  trace.load(0, 6, "constant", 1);
  trace.load(1, 6, "constant", 1);
  trace.store(0, 7, "ours", 0, 1);
  trace.load(1, 8, "ours", 1);
  std::vector<Step> found = steps(trace);
  EXPECT_FALSE(found[0].is_shared);
  EXPECT_FALSE(found[1].is_shared) << "only read";
  EXPECT_TRUE(found[3].is_shared);
  EXPECT_TRUE(found[4].is_shared);
}

TEST(Step, ABlockedThreadSaysWhoHoldsTheMutex) {
  WrittenTrace trace(2);
  trace.block(0, EventKind::MutexLock, 5, "m", 1);
  ObjectNames names(trace.finding.trace, trace.facts, {});
  EXPECT_EQ(blocked_text(trace.finding.trace.threads[0], names), "blocked on mutex 1 held by T1");
}

TEST(Step, EveryKindOfEventHasWords) {
  WrittenTrace trace(1);
#define HEDDLE_X(name, text) trace.add(0, EventKind::name, 1, "x");
  HEDDLE_EVENT_KINDS(HEDDLE_X)
#undef HEDDLE_X
  for (const Step& step : steps(trace)) EXPECT_FALSE(step.text.empty()) << name_of(step.kind);
}

}  // namespace
}  // namespace heddle
