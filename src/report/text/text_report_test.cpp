// SPDX-License-Identifier: Apache-2.0
#include "report/text/text_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "report/written_trace.h"

namespace heddle {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string report_on(const WrittenTrace& trace, const TextStyle& style = {}, const SymbolTable& symbols = {},
                      const std::string& directory = "") {
  SavedFinding saved{trace.finding, "out/a.heddle", "heddle replay out/a.heddle"};
  Explained explained = explain(trace.finding, trace.facts, symbols);
  SourceText source(directory);
  return finding_text({saved, explained, {}, "Found 1 defect."}, source, style);
}

std::string last_line(std::string text) {
  text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

TEST(TextReport, BeginsWithWhatBrokeAndEndsWithTheReplayCommand) {
  std::string text = report_on(lost_update());
  EXPECT_THAT(text, StartsWith("heddle: assertion failed: balance == 150\n  account.cpp:24:3 in main\n"));
  EXPECT_EQ(last_line(text), "heddle replay out/a.heddle");
  EXPECT_THAT(text, HasSubstr("\nFound 1 defect.\n\nSUMMARY: heddle: assertion account.cpp:24 in main\n"));
}

TEST(TextReport, ShowsWhatTheProgramPrintedBeforeTheSchedule) {
  WrittenTrace trace = lost_update();
  trace.finding.output = "balance: 50\n";
  EXPECT_THAT(report_on(trace), HasSubstr("in main\n\nOutput of the program\n  | balance: 50\n\nSchedule ("));
  EXPECT_THAT(report_on(lost_update()), Not(HasSubstr("Output of the program")));
}

TEST(TextReport, SaysThatThereIsNoShorterWay) {
  WrittenTrace trace = lost_update();
  trace.finding.shortness = Shortness::FewestSwitches;
  EXPECT_THAT(report_on(trace), HasSubstr("Schedule (3 threads, 9 events, 4 switches, the fewest possible; "));
}

TEST(TextReport, ShowsTheScheduleInOneColumnPerThread) {
  std::string text = report_on(lost_update());
  EXPECT_THAT(text,
              HasSubstr("Schedule (3 threads, 9 events, 4 switches; line numbers of account.cpp; folded, "
                        "--full-trace shows every event)\n"
                        "       T0 main                        T1 deposit                     T2 deposit\n"
                        "    1  20 create T1\n"
                        "    2  21 create T2\n"
                        "    4                                 10 read balance: 0\n"
                        "    6                                                                10 read balance: 0\n"
                        "    7                                                                11 write balance: 0 -> "
                        "100\n"
                        "    8                                 11 write balance: 100 -> 50\n"
                        "    9  24 read balance: 50\n"
                        "       24 ** assertion **\n"))
      << text;
}

TEST(TextReport, ShowsTheSourceLineWithACaret) {
  std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "text_report";
  std::filesystem::create_directories(folder);
  std::ofstream file(folder / "account.cpp");
  for (int line = 1; line < 24; ++line) file << "\n";
  file << "  assert(balance == 150);\n";
  file.close();
  std::string text = report_on(lost_update(), {}, {}, folder.string());
  EXPECT_THAT(text, HasSubstr("    24 |   assert(balance == 150);\n       |   ^\n"));
}

TEST(TextReport, TheFullFormShowsEveryEvent) {
  TextStyle style;
  style.full = true;
  std::string text = report_on(lost_update(), style);
  EXPECT_THAT(text, HasSubstr("begins"));
  EXPECT_THAT(text, Not(HasSubstr("folded")));
}

TEST(TextReport, ManyThreadsBecomeAListThatNamesThem) {
  WrittenTrace trace(8);
  for (int thread = 0; thread < 8; ++thread) trace.store(thread, 5, "x", 0, 1);
  std::string text = report_on(trace);
  EXPECT_THAT(text, HasSubstr("    8  T7    5 write x: 0 -> 1\n"));
}

TEST(TextReport, UsesColoursOnlyWhenAsked) {
  EXPECT_THAT(report_on(lost_update()), Not(HasSubstr("\033")));
  TextStyle style;
  style.colour = true;
  EXPECT_THAT(report_on(lost_update(), style), HasSubstr("\033[1;31mheddle: assertion failed"));
}

WrittenTrace abba() {
  WrittenTrace trace(3);
  trace.add(1, EventKind::MutexLock, 5, "a");
  trace.add(2, EventKind::MutexLock, 15, "b");
  trace.block(0, EventKind::ThreadJoin, 30, "");
  trace.finding.trace.threads[0].waits_for = 1;
  trace.block(1, EventKind::MutexLock, 6, "b", 2);
  trace.block(2, EventKind::MutexLock, 16, "a", 1);
  trace.finding.kind = FindingKind::Deadlock;
  trace.finding.message = "deadlock: no thread can run";
  trace.finding.location = {"account.cpp", 6, 3, "forward"};
  return trace;
}

TEST(TextReport, ADeadlockSpellsOutWhoWaitsForWhom) {
  std::string text = report_on(abba());
  EXPECT_THAT(text,
              StartsWith("heddle: deadlock: T1 blocked on mutex 2 held by T2; T2 blocked on mutex 1 held by T1\n"));
  EXPECT_THAT(text, HasSubstr("Who waits for whom\n"
                              "  T0 main waits for the end of T1 at account.cpp:30:3 in deposit(int)\n"
                              "  T1 deposit blocked on mutex 2 held by T2 at account.cpp:6:3 in deposit(int)\n"
                              "  T2 deposit blocked on mutex 1 held by T1 at account.cpp:16:3 in deposit(int)\n"
                              "  cycle: T1 -> T2 -> T1\n"))
      << text;
  EXPECT_THAT(text, HasSubstr(" 6 blocked on mutex 2 held by\n"));
}

SymbolTable symbols_for_crash() {
  SymbolTable symbols;
  Frame copy{0x5000, {"/usr/include/string.h", 30, 5, "std::copy"}, "prog"};
  Frame user{0x5000, {"account.cpp", 12, 7, "fill(char*)"}, "prog"};
  Frame outer{0x60ff, {"account.cpp", 40, 1, "main"}, "prog"};
  Frame start{0x70ff, {"", 0, 0, "__libc_start_call_main"}, "libc.so.6"};
  symbols.code[0x5000] = {copy, user};
  symbols.code[0x60ff] = {outer};
  symbols.code[0x70ff] = {start};
  return symbols;
}

TEST(TextReport, ACrashIsLocatedWhereTheProcessorStopped) {
  WrittenTrace trace(1);
  trace.load(0, 3, "x", 1);
  Failure& failure = trace.finding.trace.failure;
  failure.has_thread = true;
  failure.fault_pc = 0x5000;
  failure.stack = {0x5000, 0x60ff, 0x70ff};
  trace.finding.kind = FindingKind::Crash;
  trace.finding.message = "crash: segmentation fault";
  trace.finding.location = {"account.cpp", 3, 1, "main"};
  trace.finding.threads = {ThreadId(0)};
  std::string text = report_on(trace, {}, symbols_for_crash());
  EXPECT_THAT(text, HasSubstr("SUMMARY: heddle: crash account.cpp:12 in fill(char*)\n"));
  EXPECT_THAT(text, HasSubstr("  called from there: /usr/include/string.h:30:5 in std::copy\n"));
  EXPECT_THAT(text,
              HasSubstr("    #1 0x5000 in fill(char*) account.cpp:12:7\n    #2 0x60ff in main account.cpp:40:1\n"));
  EXPECT_THAT(text, Not(HasSubstr("__libc_start")));
}

TEST(TextReport, WithoutSymbolsThereAreAddressesAndANote) {
  WrittenTrace trace = lost_update();
  trace.finding.trace.failure.stack = {0x1234};
  SymbolTable symbols;
  symbols.note = "call stacks show plain addresses: cannot start llvm-symbolizer-19";
  std::string text = report_on(trace, {}, symbols);
  EXPECT_THAT(text, HasSubstr("    #0 0x1234\n"));
  EXPECT_THAT(text, HasSubstr("note: call stacks show plain addresses: cannot start llvm-symbolizer-19\n"));
}

}  // namespace
}  // namespace heddle
