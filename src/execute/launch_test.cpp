// SPDX-License-Identifier: Apache-2.0
#include "execute/launch.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <filesystem>

namespace heddle {
namespace {

using ::testing::HasSubstr;

LaunchSpec fake(const std::string& how) {
  LaunchSpec spec;
  spec.program = HEDDLE_FAKE_PROGRAM;
  spec.arguments = {"fake", how};
  spec.start_milliseconds = 5'000;
  return spec;
}

Error start_error(const LaunchSpec& spec) {
  Result<std::unique_ptr<ProgramProcess>> process = ProgramProcess::start(spec, RingShape{});
  if (process) return {ErrorCode::Internal, "it started"};
  return process.error();
}

std::size_t open_descriptors() {
  const std::filesystem::directory_iterator entries("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(entries), end(entries)));
}

TEST(Launch, AReadyProgramReportsItsFactsAndBuildId) {
  Result<std::unique_ptr<ProgramProcess>> process = ProgramProcess::start(fake("answer"), RingShape{});
  ASSERT_TRUE(process) << process.error().message;
  const ProgramFacts& facts = (*process)->facts();
  EXPECT_EQ(facts.build_id, "abcd");
  EXPECT_EQ(facts.at(ProgramPoint(0)).location.file, "fake.c");
  EXPECT_EQ(facts.at(ProgramPoint(0)).location.line, 12u);
  EXPECT_EQ(facts.at(ProgramPoint(0)).variable, "x");
}

TEST(Launch, AProgramThatIsNotInstrumentedIsNamed) {
  const Error ended = start_error(fake("uninstrumented"));
  EXPECT_EQ(ended.code, ErrorCode::Usage);
  EXPECT_THAT(ended.message, HasSubstr("was not built with heddle-clang++"));
  LaunchSpec spec = fake("uninstrumented-forever");
  spec.start_milliseconds = 100;
  EXPECT_THAT(start_error(spec).message, HasSubstr("was not built with heddle-clang++"));
}

TEST(Launch, AMissingProgramIsNamedWithTheReason) {
  LaunchSpec spec = fake("answer");
  spec.program = "no/such/program";
  const Error error = start_error(spec);
  EXPECT_EQ(error.code, ErrorCode::Usage);
  EXPECT_EQ(error.message, "cannot start no/such/program: No such file or directory");
}

TEST(Launch, AMissingWorkingDirectoryIsNamed) {
  LaunchSpec spec = fake("answer");
  spec.working_directory = "no/such/folder";
  EXPECT_EQ(start_error(spec).message, "cannot start no/such/folder: No such file or directory");
}

TEST(Launch, ACrashBeforeMainIsReportedWithWhatTheProgramSaid) {
  const Error error = start_error(fake("crash"));
  EXPECT_EQ(error.code, ErrorCode::Unsupported);
  EXPECT_THAT(error.message, HasSubstr("ended before main with signal 6 (Aborted)\na constructor wrote this"));
}

TEST(Launch, ARuntimeThatRefusesGivesItsOwnSentence) {
  EXPECT_THAT(start_error(fake("failed")).message, HasSubstr("cannot work here"));
}

TEST(Launch, AProgramThatNeverReachesMainTimesOut) {
  LaunchSpec spec = fake("stuck");
  spec.start_milliseconds = 100;
  EXPECT_THAT(start_error(spec).message, HasSubstr("did not reach main within 100 ms"));
}

TEST(Launch, AProgramOfAnotherWireVersionIsRefused) {
  EXPECT_THAT(start_error(fake("old")).message, HasSubstr("another version of Heddle"));
}

TEST(Launch, TheProgramSeesExactlyTheEnvironmentGiven) {
  LaunchSpec spec = fake("report");
  spec.arguments.push_back("third");
  spec.environment = {"MINE=yes", "LD_BIND_NOW=0"};
  spec.working_directory = "/";
  EXPECT_THAT(start_error(spec).message, HasSubstr("cwd=/ mine=yes path=0 bind=1 leaked=0 argument=third"));
}

TEST(Launch, NoProcessAndNoDescriptorIsLeftBehind) {
  const std::size_t before = open_descriptors();
  pid_t supervisor = 0;
  {
    Result<std::unique_ptr<ProgramProcess>> process = ProgramProcess::start(fake("answer"), RingShape{});
    ASSERT_TRUE(process);
    supervisor = (*process)->supervisor();
    EXPECT_EQ(::kill(supervisor, 0), 0);
  }
  EXPECT_EQ(::kill(supervisor, 0), -1);
  EXPECT_EQ(start_error(fake("stuck-not")).message, "it started");
  EXPECT_EQ(open_descriptors(), before);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1) << "a child is left";
}

}  // namespace
}  // namespace heddle
