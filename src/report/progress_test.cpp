// SPDX-License-Identifier: Apache-2.0
#include "report/progress.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(Progress, ATerminalLineIsRewrittenInPlaceAndRemoved) {
  Progress progress(ProgressForm::Terminal);
  EXPECT_EQ(progress.update(10, 0, 0.1), "");
  EXPECT_EQ(progress.update(5000, 0, 0.5), "\r\033[Kheddle: 5,000 executions, 10,000/s, 0 s");
  EXPECT_EQ(progress.update(6000, 0, 0.6), "");
  EXPECT_EQ(progress.clear(), "\r\033[K");
  EXPECT_EQ(progress.clear(), "");
}

TEST(Progress, ElsewhereThereIsAPlainLineEveryFewSeconds) {
  Progress progress(ProgressForm::Lines);
  EXPECT_EQ(progress.update(100, 0, 4.9), "");
  EXPECT_EQ(progress.update(50'000, 1, 5), "heddle: 50,000 executions, 10,000/s, 5 s, 1 finding\n");
  EXPECT_EQ(progress.clear(), "");
}

TEST(Progress, QuietIsSilent) {
  Progress progress(ProgressForm::Quiet);
  EXPECT_EQ(progress.update(100, 0, 100), "");
}

}  // namespace
}  // namespace heddle
