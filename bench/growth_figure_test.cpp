// SPDX-License-Identifier: Apache-2.0
#include "bench/growth_figure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::bench {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Measured measured(const std::string& program, std::vector<std::string> defines, std::uint64_t states) {
  Measured made;
  made.instance.program = program;
  made.instance.defines = std::move(defines);
  made.states = states;
  made.executions = 1;
  made.exhaustive = true;
  return made;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(GrowthFigure, HasAChartForEveryFamilyOfThreeSizes) {
  const std::string figure =
      growth_figure({measured("counter", {"N=2"}, 10), measured("counter", {"N=3"}, 100),
                     measured("counter", {"N=5"}, 1000), measured("pair", {"N=2"}, 10), measured("pair", {"N=3"}, 10)});
  EXPECT_THAT(figure, HasSubstr(">counter</text>"));
  EXPECT_THAT(figure, Not(HasSubstr(">pair</text>")));
  EXPECT_EQ(count(figure, "<polyline"), 3u);  // executions, states, time
  EXPECT_EQ(count(figure, "<circle"), 9u);
}

TEST(GrowthFigure, TenTimesAsMuchIsAlwaysAsFarUp) {
  const std::string figure = growth_figure(
      {measured("a", {"K=7", "N=1"}, 100), measured("a", {"K=7", "N=2"}, 1000), measured("a", {"K=7", "N=3"}, 10000)});
  // 120 points for eight decades, from 146 upwards; 204 across, from 34
  EXPECT_THAT(figure, HasSubstr("points='34.0,116.0 136.0,101.0 238.0,86.0 '"));
}

TEST(GrowthFigure, OfTwoSizesEachPairHasItsPlaceAndEachFirstSizeItsLine) {
  const std::string figure =
      growth_figure({measured("a", {"T=3", "N=1"}, 1000), measured("a", {"T=2", "N=1"}, 10),
                     measured("a", {"T=2", "N=2"}, 100), measured("a", {"T=3", "N=2"}, 10000)});
  EXPECT_EQ(count(figure, "<polyline"), 6u);
  EXPECT_THAT(figure, HasSubstr("points='34.0,131.0 102.0,116.0 '"));
  EXPECT_THAT(figure, HasSubstr("points='170.0,101.0 238.0,86.0 '"));
  for (const char* label : {">2,1</text>", ">2,2</text>", ">3,1</text>", ">3,2</text>"}) {
    EXPECT_THAT(figure, HasSubstr(label));
  }
}

TEST(GrowthFigure, AFarLargerSizeLeavesTheOthersApart) {
  const std::string figure =
      growth_figure({measured("a", {"N=2"}, 1), measured("a", {"N=20"}, 1), measured("a", {"N=200"}, 1)});
  EXPECT_THAT(figure, HasSubstr("points='34.0,146.0 136.0,146.0 238.0,146.0 '"));
}

TEST(GrowthFigure, SizesAreNotWrittenOverEachOther) {
  std::vector<Measured> many;
  for (int size = 100; size < 200; ++size) many.push_back(measured("a", {"N=" + std::to_string(size)}, 1));
  const std::string figure = growth_figure(many);
  EXPECT_THAT(figure, HasSubstr(">100</text>"));
  EXPECT_THAT(figure, Not(HasSubstr(">101</text>")));
  EXPECT_EQ(count(figure, "<circle"), 300u);
}

TEST(GrowthFigure, WhatWasCutShortIsHollow) {
  Measured cut = measured("a", {"N=3"}, 1000);
  cut.exhaustive = false;
  const std::string figure = growth_figure({measured("a", {"N=1"}, 10), measured("a", {"N=2"}, 100), cut});
  EXPECT_EQ(count(figure, "fill='white' stroke="), 3u);
}

}  // namespace
}  // namespace heddle::bench
