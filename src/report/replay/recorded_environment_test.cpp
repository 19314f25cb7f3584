// SPDX-License-Identifier: Apache-2.0
#include "report/replay/recorded_environment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle {
namespace {

using ::testing::ElementsAre;

TEST(RecordedEnvironment, OnlyWhatIsOnTheListIsRecorded) {
  const std::vector<RecordedVariable> recorded =
      record_environment({"HOME=/h", "LC_ALL=C", "MINE=1", "NO_VARIABLE", "OTHER=2", "TOKEN=abcdef"}, "MINE,OTHER");
  EXPECT_THAT(recorded, ElementsAre(RecordedVariable{"HOME", "/h", 2}, RecordedVariable{"LC_ALL", "C", 1},
                                    RecordedVariable{"MINE", "1", 1}, RecordedVariable{"OTHER", "2", 1},
                                    RecordedVariable{"TOKEN", std::nullopt, 6}));
}

TEST(RecordedEnvironment, WhatIsWithheldComesFromThePresentOrIsAsLarge) {
  const std::vector<RecordedVariable> recorded = {{"HOME", "/h", 2}, {"KEY", std::nullopt, 3}, {"TOKEN", std::nullopt, 4}};
  EXPECT_THAT(restore_environment(recorded, {"HOME=/other", "KEY=longer", "MORE=1"}),
              ElementsAre("HOME=/h", "KEY=longer", "TOKEN=xxxx"));
  EXPECT_THAT(lost_variables(recorded, {"KEY=abc"}), ElementsAre("TOKEN"));
  EXPECT_THAT(lost_variables(recorded, {"KEY=longer", "TOKEN=abcd"}), ElementsAre("KEY"));
}

TEST(RecordedEnvironment, NothingLoadsCodeBecauseAFileSaysSo) {
  EXPECT_THAT(record_environment({"LD_LIBRARY_PATH=/l"}, "LD_LIBRARY_PATH"),
              ElementsAre(RecordedVariable{"LD_LIBRARY_PATH", std::nullopt, 2}));
  const std::vector<RecordedVariable> forged = {
      {"GCONV_PATH", "/evil", 5}, {"LD_AUDIT", "/evil", 5}, {"LD_LIBRARY_PATH", "/evil", 5}, {"LD_PRELOAD", "/evil", 5}};
  EXPECT_THAT(restore_environment(forged, {"LD_LIBRARY_PATH=/mine"}),
              ElementsAre("GCONV_PATH=/////", "LD_AUDIT=:::::", "LD_LIBRARY_PATH=/mine", "LD_PRELOAD=:::::"));
  EXPECT_THAT(lost_variables(forged, {"LD_LIBRARY_PATH=/mine"}), ElementsAre("GCONV_PATH", "LD_AUDIT", "LD_PRELOAD"));
}

}  // namespace
}  // namespace heddle
