// SPDX-License-Identifier: Apache-2.0
#include "report/status_line.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(StatusLine, ATerminalLineIsRewrittenInPlaceAndRemoved) {
  StatusLine status(StatusForm::Terminal);
  EXPECT_EQ(status.update({10, 0, 0.1}), "");
  EXPECT_EQ(status.update({5000, 0, 0.5}), "\r\033[Kheddle: 5,000 executions, 10,000/s, 0 s");
  EXPECT_EQ(status.update({6000, 0, 0.6}), "");
  EXPECT_EQ(status.clear(), "\r\033[K");
  EXPECT_EQ(status.clear(), "");
}

TEST(StatusLine, ElsewhereThereIsAPlainLineEveryFewSeconds) {
  StatusLine status(StatusForm::Lines);
  EXPECT_EQ(status.update({100, 0, 4.9}), "");
  EXPECT_EQ(status.update({50'000, 1, 5}), "heddle: 50,000 executions, 10,000/s, 5 s, 1 finding\n");
  EXPECT_EQ(status.clear(), "");
  StatusLine listing(StatusForm::Lines, "", "outcome");
  EXPECT_EQ(listing.update({50'000, 2, 5}), "heddle: 50,000 executions, 10,000/s, 5 s, 2 outcomes\n");
}

TEST(StatusLine, SamplesAndVerificationsAreNamed) {
  StatusLine status(StatusForm::Lines);
  EXPECT_EQ(status.update({5'000, 0, 5, std::nullopt, 1'000}), "heddle: 5,000 executions (1,000 at random), 1,000/s, 5 s\n");
  EXPECT_EQ(status.update({5'000, 0, 10, std::nullopt, 0, 200}), "heddle: 5,000 executions, 200 verified, 0/s, 10 s\n");
}

TEST(StatusLine, AModelShowsItsStatesAndTheirRate) {
  StatusLine status(StatusForm::Lines);
  ModelFigures model;
  model.states = 50'000;
  model.nodes = 1'234;
  model.unknown = 1;
  EXPECT_EQ(status.update({7, 0, 5, model}),
            "heddle: 7 executions, 1,234 nodes (1 unknown), 50,000 states, 10,000/s, 5 s, cannot say how much is left\n");
  model.share_done = 0.43;
  model.states = 10'000;  // it had to begin again
  EXPECT_EQ(status.update({1, 0, 10, model}),
            "heddle: 1 execution, 1,234 nodes (1 unknown), 10,000 states, 2,000/s, 10 s, about 45 % done\n");
}

TEST(StatusLine, ABoundIsSuggestedOnceAfterAMinute) {
  StatusLine lines(StatusForm::Lines, "try this");
  EXPECT_EQ(lines.update({0, 0, 59.9}), "heddle: 0 executions, 0/s, 60 s\n");
  EXPECT_EQ(lines.update({0, 0, 65}), "heddle: try this\nheddle: 0 executions, 0/s, 65 s\n");
  EXPECT_EQ(lines.update({0, 0, 130}), "heddle: 0 executions, 0/s, 130 s\n");
  StatusLine terminal(StatusForm::Terminal, "try this");
  EXPECT_EQ(terminal.update({0, 0, 60}), "\r\033[Kheddle: try this\nheddle: 0 executions, 0/s, 60 s");
  EXPECT_EQ(terminal.update({0, 0, 61}), "\r\033[Kheddle: 0 executions, 0/s, 61 s");
  StatusLine quiet(StatusForm::Quiet, "try this");
  EXPECT_EQ(quiet.update({0, 0, 100}), "");
}

TEST(StatusLine, QuietIsSilent) {
  StatusLine status(StatusForm::Quiet);
  EXPECT_EQ(status.update({100, 0, 100}), "");
}

}  // namespace
}  // namespace heddle
