// SPDX-License-Identifier: Apache-2.0
#include "report/text/output_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(OutputText, AProgramThatPrintsNothingGetsNoParagraph) {
  EXPECT_EQ(output_text("", {}), "");
  EXPECT_EQ(output_text("\n\n", {}), "");
}

TEST(OutputText, EveryLineIsMarkedAndTheLastNeedsNoNewline) {
  EXPECT_EQ(output_text("one\n\n\ttwo", {}), "\nOutput of the program\n  | one\n  | \n  | \ttwo\n");
}

TEST(OutputText, OfMuchTheEndIsShown) {
  std::string output;
  for (int line = 1; line <= 22; ++line) output += "line " + std::to_string(line) + "\n";
  std::string text = output_text(output, {});
  EXPECT_THAT(text, HasSubstr("(the last 20 lines; a replay shows all)\n  | line 3\n"));
  EXPECT_THAT(text, EndsWith("  | line 22\n"));
  TextStyle full;
  full.full = true;
  EXPECT_THAT(output_text(output, full), HasSubstr("\nOutput of the program\n  | line 1\n"));
}

TEST(OutputText, ALongLineIsCutBetweenTwoCharacters) {
  std::string text = output_text(std::string(239, 'x') + "äöü", {});
  EXPECT_THAT(text, EndsWith("  | " + std::string(239, 'x') + "…\n"));
}

TEST(OutputText, TheTerminalIsNotTheProgramsToControl) {
  std::string text = output_text("\033[31mred\a\r\nplain\r\n", {});
  EXPECT_THAT(text, Not(HasSubstr("\033")));
  EXPECT_THAT(text, EndsWith("  | ?[31mred?\n  | plain\n"));
}

}  // namespace
}  // namespace heddle
