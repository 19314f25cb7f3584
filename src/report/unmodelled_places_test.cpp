// SPDX-License-Identifier: Apache-2.0
#include "report/unmodelled_places.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

PointFacts point(const char* variable, std::uint32_t line) { return {{"a.c", line, 1, "main"}, variable, false, {}}; }

TEST(UnmodelledPlaces, ComeInTheOrderOfTheSource) {
  ProgramFacts facts;
  facts.points = {point("ns::bar(int)", 9), point("inline assembly", 3), point("mbstowcs", 3)};
  EXPECT_EQ(unmodelled_places({ProgramPoint{0}, ProgramPoint{1}, ProgramPoint{2}}, facts),
            "inline assembly at a.c:3, mbstowcs() at a.c:3, ns::bar(int) at a.c:9");
  EXPECT_EQ(unmodelled_places({ProgramPoint{2}}, facts), "mbstowcs() at a.c:3");
}

TEST(UnmodelledPlaces, WithoutANameItWasCalledByPointer) {
  ProgramFacts facts;
  facts.points = {point("", 5)};
  EXPECT_EQ(unmodelled_places({ProgramPoint{0}}, facts), "a function called by pointer at a.c:5");
  EXPECT_EQ(unmodelled_places({ProgramPoint::None}, facts), "a function called by pointer");
}

TEST(UnmodelledPlaces, ManyAreCounted) {
  ProgramFacts facts;
  std::vector<ProgramPoint> points;
  for (std::uint32_t line = 1; line <= 6; ++line) {
    facts.points.push_back(point("inline assembly", line / 2));  // two calls in a line are one place
    points.push_back(static_cast<ProgramPoint>(line - 1));
  }
  EXPECT_EQ(unmodelled_places(points, facts),
            "inline assembly, inline assembly at a.c:1, inline assembly at a.c:2 and 1 more");
}

}  // namespace
}  // namespace heddle
