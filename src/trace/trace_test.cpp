// SPDX-License-Identifier: Apache-2.0
#include "trace/trace.h"

#include <gtest/gtest.h>

#include "trace/choice.h"
#include "trace/finding.h"

namespace heddle {
namespace {

Event event_of(int thread, EventKind kind) {
  Event event;
  event.thread = ThreadId(static_cast<std::uint16_t>(thread));
  event.kind = kind;
  return event;
}

TEST(Trace, AsScheduleKeepsTurnsAndTheChoicesMade) {
  Trace trace;
  trace.events = {event_of(0, EventKind::Begin), event_of(0, EventKind::Choose), event_of(1, EventKind::CondSignal),
                  event_of(1, EventKind::CondSignal)};
  trace.events[1].flags = wire::kEventChoice;
  trace.events[1].value = 2;
  trace.events[1].first = 3;
  trace.events[2].flags = wire::kEventChoice;
  trace.events[2].first = 2;
  trace.events[2].second = 1;

  const Schedule schedule = trace.as_schedule(7);
  EXPECT_EQ(to_text(schedule), "schedule v1 rest=continue seed=0 vis=7 turns=0:2,1:2 choices=2,1");
  EXPECT_EQ(alternatives(trace.events[1]), 3u);
}

TEST(Trace, OfAnExecutionThatWasCutEndsWhereItDid) {
  Trace trace;
  trace.events = {event_of(0, EventKind::Begin), event_of(1, EventKind::Begin)};
  trace.outcome = Outcome::EventLimit;
  EXPECT_EQ(to_text(trace.as_schedule(0)), "schedule v1 rest=stop seed=0 vis=0 turns=0:1,1:1 choices=");
}

TEST(Trace, NamesAreThoseOfTheContract) {
  EXPECT_EQ(name_of(EventKind::CondReacquire), "wait-return");
  EXPECT_EQ(name_of(Outcome::EventLimit), "event-limit");
  EXPECT_EQ(name_of(MemoryOrder::AcquireRelease), "acq_rel");
  EXPECT_EQ(name_of(FindingKind::UncaughtException), "uncaught-exception");
}

TEST(ProgramFacts, UnknownPointsAndAddressesGiveNothing) {
  ProgramFacts facts;
  facts.points.push_back({{"a.cpp", 7, 3, "f"}, "x"});
  facts.modules.push_back({"a.out", 0x1000, 0x2000, 0x3000});
  EXPECT_EQ(facts.at(ProgramPoint(0)).variable, "x");
  EXPECT_FALSE(facts.at(ProgramPoint(1)).location.known());
  EXPECT_FALSE(facts.at(ProgramPoint::None).location.known());
  ASSERT_NE(facts.module_of(0x2000), nullptr);
  EXPECT_EQ(facts.module_of(0x2000)->path, "a.out");
  EXPECT_EQ(facts.module_of(0x3000), nullptr);
}

}  // namespace
}  // namespace heddle
