// SPDX-License-Identifier: Apache-2.0
#include "trace/difference.h"

#include <gtest/gtest.h>

#include "wire/ring.h"

namespace heddle {
namespace {

Trace two_events() {
  Trace trace;
  trace.events.resize(2);
  trace.events[0].kind = EventKind::Store;
  trace.events[1].kind = EventKind::Load;
  trace.events[1].point = ProgramPoint(0);
  trace.events[1].value = 4;
  trace.outcome = Outcome::Finished;
  return trace;
}

TEST(Difference, TracesThatDifferOnlyInDetailAreTheSame) {
  Trace detailed = two_events();
  detailed.events[0].flags = wire::kEventAux;
  detailed.events[0].first = 99;
  EXPECT_FALSE(first_difference(two_events(), detailed).has_value());
}

TEST(Difference, TheFirstDifferingEventIsNamedWithItsLineAndValues) {
  ProgramFacts facts;
  facts.points.push_back({{"a.cpp", 12, 1, "f"}, "x"});
  Trace other = two_events();
  other.events[1].value = 5;
  EXPECT_EQ(first_difference(two_events(), other), 1u);
  EXPECT_EQ(describe_difference(two_events(), other, facts),
            "event 1 is once thread 0: load of x at a.cpp:12 with value 4, once with 5");
}

TEST(Difference, AShorterTraceDiffersAtItsEnd) {
  Trace other = two_events();
  other.events.pop_back();
  other.outcome = Outcome::Crashed;
  EXPECT_EQ(first_difference(two_events(), other), 1u);
  EXPECT_EQ(describe_difference(two_events(), other, ProgramFacts{}),
            "event 1 is once thread 0: load, once the end (crash)");
}

TEST(Difference, LikelySourcesAreNamed) {
  ProgramFacts facts;
  EXPECT_NE(likely_sources(facts).find("rdrand"), std::string::npos);
  facts.externals = {{"getrandom", ControlOver::FixedAnswer, "fixed", {}, 1},
                     {"foo", ControlOver::Unknown, "", {"a.c", 7, 1, "main"}, 1}};
  EXPECT_EQ(likely_sources(facts), "; likely sources, because Heddle does not control them: foo() at a.c:7");
}

}  // namespace
}  // namespace heddle
