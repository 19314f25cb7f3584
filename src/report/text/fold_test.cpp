// SPDX-License-Identifier: Apache-2.0
#include "report/text/fold.h"

#include <gtest/gtest.h>

#include "report/written_trace.h"

namespace heddle {
namespace {

std::vector<std::string> folded(const WrittenTrace& trace) {
  ObjectNames names(trace.finding.trace, trace.facts, {});
  std::vector<Step> steps = steps_of(trace.finding.trace, trace.facts, names);
  std::vector<std::string> lines;
  for (const Row& row : fold(steps, {})) lines.push_back(row.is_fold() ? row.folded : steps[row.step].text);
  return lines;
}

using Lines = std::vector<std::string>;

TEST(Fold, ARunOfPrivateWorkCollapses) {
  WrittenTrace trace(2);
  for (std::uint64_t value = 0; value < 5; ++value) trace.store(0, 5, "mine", value, value + 1);
  trace.store(0, 6, "x", 0, 1);
  trace.load(1, 7, "x", 1);
  EXPECT_EQ(folded(trace), (Lines{"… 5 private", "write x: 0 -> 1", "read x: 1"}));
}

TEST(Fold, RepeatedRoundsShowTheFirstAndTheLast) {
  WrittenTrace trace(2);
  for (std::uint64_t round = 0; round < 14; ++round) {
    trace.load(0, 5, "x", round);
    trace.store(0, 6, "x", round, round + 1);
  }
  trace.load(1, 9, "x", 14);
  EXPECT_EQ(folded(trace),
            (Lines{"read x: 0", "write x: 0 -> 1", "… 12 more", "read x: 13", "write x: 13 -> 14", "read x: 14"}));
}

TEST(Fold, RoundsOfDifferentThreadsAreNotOneLoop) {
  WrittenTrace trace(2);
  for (std::uint64_t round = 0; round < 6; ++round) {
    trace.store(static_cast<int>(round % 2), 5, "x", round, round + 1);
  }
  EXPECT_EQ(folded(trace).size(), 6u);
}

TEST(Fold, LibraryInternalsAreHidden) {
  WrittenTrace trace(2);
  trace.store(0, 4, "x", 0, 1);
  trace.file = "/usr/include/c++/12/bits/shared_ptr_base.h";
  trace.store(0, 5, "count", 0, 1);
  trace.file = "account.cpp";
  trace.load(1, 7, "count", 1);
  trace.load(1, 8, "x", 1);
  trace.load(0, 9, "x", 1);
  EXPECT_EQ(folded(trace), (Lines{"write x: 0 -> 1", "read count: 1", "read x: 1", "read x: 1"}));
}

TEST(Fold, TheLastStepOfAThreadIsAlwaysShown) {
  WrittenTrace trace(1);
  trace.store(0, 5, "mine", 0, 1);
  trace.store(0, 6, "mine", 1, 2);
  EXPECT_EQ(folded(trace), (Lines{"write mine: 1 -> 2"}));
}

TEST(Fold, AVeryLongTraceLosesItsMiddle) {
  WrittenTrace trace(2);
  for (std::uint64_t round = 0; round < 3000; ++round) {
    trace.store(static_cast<int>(round % 2), 5, "x", round, round + 1);
  }
  Lines lines = folded(trace);
  EXPECT_EQ(lines.size(), 401u);
  EXPECT_EQ(lines[100], "… 2,600 lines left out");
  EXPECT_EQ(lines.back(), "write x: 2999 -> 3000");
}

}  // namespace
}  // namespace heddle
