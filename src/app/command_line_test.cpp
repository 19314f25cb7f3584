// SPDX-License-Identifier: Apache-2.0
#include "app/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "app/program_environment.h"
#include "app/subject.h"

namespace heddle {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Words = std::vector<std::string>;

std::string error_of(const Words& words) {
  Result<CommandLine> line = parse_command_line(words);
  return line ? "" : line.error().message;
}

TEST(CommandLine, CheckSeparatesOwnOptionsFromCompilerFlagsAndArguments) {
  Result<CommandLine> line = parse_command_line(
      {"check", "a.cpp", "-DX=1", "--time", "5s", "-I", "inc", "b.cpp", "--keep-going", "-lm", "--", "--seed", "9"});
  ASSERT_TRUE(line) << line.error().message;
  EXPECT_EQ(line->action, Action::Check);
  EXPECT_EQ(line->check.compiler, (Words{"a.cpp", "-DX=1", "-I", "inc", "b.cpp", "-lm"}));
  EXPECT_EQ(line->check.files, (Words{"a.cpp", "b.cpp"}));
  EXPECT_EQ(line->check.program, (Words{"--seed", "9"}));
  ASSERT_EQ(line->settings.size(), 2u);
  Result<Options> options = Options{};
  for (const Setting& setting : line->settings) ASSERT_TRUE(apply(*options, setting));
  EXPECT_TRUE(options->search.keep_going);
  EXPECT_DOUBLE_EQ(options->search.time.seconds, 5);
}

TEST(CommandLine, ValuesOfCompilerFlagsAreNoFiles) {
  const Words words = {"-include-pch", "x.pch", "--config", "x.cfg", "-Xarch_host", "-O2", "a.c", "-z", "now"};
  EXPECT_EQ(split_check_arguments(words).compiler, words);
  EXPECT_EQ(split_check_arguments(words).files, (Words{"a.c"}));
}

TEST(CommandLine, ValuesMayFollowAnEqualsSign) {
  Result<CommandLine> line = parse_command_line({"check", "--strategy=dfs", "a.c"});
  ASSERT_TRUE(line) << line.error().message;
  ASSERT_EQ(line->settings.size(), 1u);
  EXPECT_EQ(line->settings[0].key, "strategy");
  EXPECT_EQ(line->settings[0].value, "dfs");
}

TEST(CommandLine, RunTakesTheProgramBehindTheDashes) {
  Result<CommandLine> line = parse_command_line({"run", "--seed", "4", "--", "./prog", "--", "--quiet"});
  ASSERT_TRUE(line) << line.error().message;
  EXPECT_EQ(line->action, Action::Run);
  EXPECT_EQ(line->program, (Words{"./prog", "--", "--quiet"}));
}

TEST(CommandLine, ReplayTakesOneFile) {
  Result<CommandLine> line = parse_command_line({"replay", "a.heddle", "--full-trace"});
  ASSERT_TRUE(line) << line.error().message;
  EXPECT_EQ(line->action, Action::Replay);
  EXPECT_EQ(line->replay_file, "a.heddle");
}

TEST(CommandLine, MistakesAreNamed) {
  EXPECT_THAT(error_of({}), HasSubstr("no command given"));
  EXPECT_THAT(error_of({"chek"}), HasSubstr("unknown command `chek`"));
  EXPECT_THAT(error_of({"check"}), HasSubstr("no source file given"));
  EXPECT_THAT(error_of({"check", "a.cpp", "--seed"}), HasSubstr("--seed"));
  EXPECT_THAT(error_of({"run", "./prog"}), HasSubstr("not expected: ./prog; put the program behind `--`"));
  EXPECT_THAT(error_of({"run"}), HasSubstr("put the program behind `--`"));
  EXPECT_THAT(error_of({"replay"}), HasSubstr("FILE"));
  EXPECT_EQ(error_of({"replay", "a", "--strategy", "dfs"}),
            "replay: not expected: --strategy dfs; see `heddle replay --help`");
  EXPECT_EQ(error_of({"outcomes", "a.c", "--keep-going"}),
            "outcomes: not expected: --keep-going; see `heddle outcomes --help`");
  EXPECT_THAT(error_of({"bench", "model", "--repeat", "x"}), HasSubstr("; see `heddle bench model --help`"));
}

TEST(CommandLine, ReplayTakesWordsForGdb) {
  EXPECT_EQ(parse_command_line({"replay", "a"})->action, Action::Replay);
  EXPECT_EQ(parse_command_line({"replay", "--gdb", "a"})->action, Action::ReplayGdb);
  Result<CommandLine> line = parse_command_line({"replay", "a", "--gdb-command", "bt 3", "--gdb-command", "up", "--", "-tui"});
  ASSERT_TRUE(line) << line.error().message;
  EXPECT_EQ(line->action, Action::ReplayGdb);
  EXPECT_EQ(line->replay_file, "a");
  EXPECT_EQ(line->gdb.commands, (Words{"bt 3", "up"}));
  EXPECT_EQ(line->gdb.words, (Words{"-tui"}));
  EXPECT_THAT(error_of({"replay", "a", "--", "-tui"}), HasSubstr("add --gdb"));
}

TEST(CommandLine, ExplainTakesAFile) {
  Result<CommandLine> line = parse_command_line({"explain", "--full", "a"});
  ASSERT_TRUE(line) << line.error().message;
  EXPECT_EQ(line->action, Action::Explain);
  EXPECT_EQ(line->replay_file, "a");
  EXPECT_TRUE(line->explain_fully);
  EXPECT_TRUE(parse_command_line({"explain", "--full-trace", "a"})->explain_fully);  // what the report asks for
  EXPECT_THAT(error_of({"explain"}), HasSubstr("FILE"));
}

TEST(CommandLine, HelpIsThereForEveryCommand) {
  EXPECT_THAT(parse_command_line({"check", "--help"})->text, HasSubstr("--max-executions"));
  EXPECT_THAT(parse_command_line({"help", "run"})->text, HasSubstr("heddle run [options] -- ./program"));
  EXPECT_THAT(parse_command_line({"explain", "--help"})->text, Not(HasSubstr("explored exhaustively")));
  EXPECT_THAT(parse_command_line({"bench", "-h"})->text, HasSubstr("substrate"));
  EXPECT_THAT(parse_command_line({"outcomes", "--help"})->text, Not(HasSubstr("pct")));  // it has one strategy
  EXPECT_EQ(parse_command_line({"--help"})->text, help_text());
  EXPECT_EQ(parse_command_line({"--version"})->text, "heddle 0.1.0\n");
}

TEST(CommandLine, TheLaunchersCopyOfTheHelpIsUpToDate) {
  std::ifstream file(HEDDLE_SOURCE_DIRECTORY "/docs/help.txt");
  std::ostringstream content;
  content << file.rdbuf();
  EXPECT_EQ(content.str(), help_text()) << "run: heddle --help > docs/help.txt";
}

TEST(Subject, CommandsAreQuotedForAShell) {
  EXPECT_EQ(replay_command("./heddle", "heddle-out/findings/a-1.heddle"),
            "./heddle replay heddle-out/findings/a-1.heddle");
  EXPECT_EQ(replay_command("/my tools/heddle", "it's"), "'/my tools/heddle' replay 'it'\\''s'");
}

TEST(Subject, AProgramIsCalledByItsFilesWhereverTheFolderIs) {
  EXPECT_EQ(subject_name({"./a.c", "b/../c.c"}, "/tmp/x"), "a.c\nc.c\n");
  EXPECT_EQ(subject_name({"/tmp/x/a.c", "c.c"}, "/tmp/x"), "a.c\nc.c\n");
  EXPECT_EQ(subject_name({"/tmp/y/a.c"}, "/tmp/x"), "/tmp/y/a.c\n");
  EXPECT_EQ(subject_name({"../a.c"}, "/tmp/x"), "../a.c\n");
}

TEST(Subject, AMissingProgramIsNamed) {
  EXPECT_EQ(find_program("./nothing", "/").error().message, "./nothing: no such file");
  EXPECT_EQ(find_program("no-such-program", "/").error().message, "no-such-program: no such program");
}

TEST(ProgramEnvironment, IsSortedAndWithoutNoise) {
  EXPECT_EQ(canonical_environment({"B=2", "COLUMNS=80", "HEDDLE_OPTIONS=x", "A=1", "_=/bin/x", "SHLVL=2"}),
            (Words{"A=1", "B=2"}));
}

}  // namespace
}  // namespace heddle
