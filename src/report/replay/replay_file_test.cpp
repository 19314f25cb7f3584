// SPDX-License-Identifier: Apache-2.0
#include "report/replay/replay_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>

#include "report/replay/atomic_file.h"

namespace heddle {
namespace {

using ::testing::HasSubstr;

ReplayFile example() {
  ReplayFile file;
  file.heddle_version = "0.1.0";
  file.wire_version = 1;
  file.build = {{"a.cpp", "-DX=1"}, "/users/u", "/users/u/heddle-out/build/a", "clang 19", {{"a.cpp", "00ff"}}};
  file.binary = "/users/u/heddle-out/build/a/a";
  file.build_id = "beef";
  file.arguments = {"--fast", "two words"};
  file.project = "../..";
  file.environment = {{"HOME", "/users/u", 8}, {"TOKEN", std::nullopt, 5}};
  file.directory = "/users/u";
  file.max_events = 1000;
  file.freedoms.spurious_wakeups = 2;
  file.freedoms.reuse = 1;
  file.expected_exit = 3;
  file.memory_model = "sc";
  file.visibility_version = 2;
  file.visible_sites = {4, 7};
  file.contested_sizes = {8, 24};
  file.identities = {{0, 0}, {0, 1}};
  file.schedule = "schedule v1 rest=continue seed=1 vis=2 turns=0:3 choices=";
  file.kind = "assertion";
  file.key = "assertion a.cpp:3";
  file.message = "assertion failed: x";
  file.location = {"a.cpp", 3, 5, "main"};
  file.outcome = "assertion";
  file.trace_hash = 0xfedcba9876543210;
  file.addresses_fixed = false;
  file.report = "heddle: assertion failed: x\n";
  file.full_report = "heddle: assertion failed: x\nevery event\n";
  return file;
}

std::string error_of(const std::string& text) {
  Result<ReplayFile> file = parse_replay_file(text, "x.heddle");
  return file ? "" : file.error().message;
}

TEST(ReplayFile, ComesBackAsItWasWritten) {
  Result<ReplayFile> file = parse_replay_file(to_text(example()), "x.heddle");
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(*file, example());
}

TEST(ReplayFile, EveryTruncationIsNoticed) {
  std::string text = to_text(example());
  for (std::size_t length = 0; length + 2 < text.size(); ++length) {
    ASSERT_FALSE(parse_replay_file(text.substr(0, length), "x.heddle")) << length;
  }
  EXPECT_EQ(error_of(text.substr(0, text.size() / 2)), "x.heddle: the replay file is truncated or damaged");
}

TEST(ReplayFile, AnEditIsNoticed) {
  std::string text = to_text(example());
  text.replace(text.find("turns=0:3"), 9, "turns=0:4");
  EXPECT_EQ(error_of(text), "x.heddle: the checksum does not fit: the replay file was edited or damaged");
}

TEST(ReplayFile, AnotherFormatVersionIsNamed) {
  std::string text = to_text(example());
  text.replace(text.find("\"format_version\": 3"), 19, "\"format_version\": 9");
  EXPECT_EQ(error_of(text), "x.heddle: replay format version 9, this Heddle reads version 3");
}

TEST(ReplayFile, OtherFilesAreRefused) {
  EXPECT_EQ(error_of("int main() {}"), "x.heddle: not a replay file of Heddle");
  EXPECT_EQ(error_of("{\"a\": 1}"), "x.heddle: not a replay file of Heddle");
  EXPECT_EQ(error_of("[1]"), "x.heddle: not a replay file of Heddle");
}

TEST(ReplayFile, BytesThatAreNoUtf8ComeBackAsTheyWere) {
  ReplayFile file = example();
  file.environment.push_back({"ODD\xff", "\xff\xfe", 2});
  file.build.sources.push_back({"/users/\xe4/a.h", "00"});
  file.binary = "/users/\xe4/a";
  file.arguments.push_back("bytes");
  const Result<ReplayFile> back = parse_replay_file(to_text(file), "x.heddle");
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(*back, file);
}

TEST(ReplayFile, WhatNothingBehindItExpectsIsNamed) {
  const auto refused = [](auto change) {
    ReplayFile file = example();
    change(file);
    return error_of(to_text(file));
  };
  EXPECT_EQ(refused([](ReplayFile& file) { file.binary = ""; }), "x.heddle: the replay file names no program");
  EXPECT_EQ(refused([](ReplayFile& file) { file.directory = ""; }), "x.heddle: the replay file names no working folder");
  EXPECT_EQ(refused([](ReplayFile& file) { file.arguments = {std::string("a\0b", 3)}; }), "x.heddle: an argument has a NUL in it");
  EXPECT_EQ(refused([](ReplayFile& file) { file.environment = {{"A=B", "c", 1}}; }),
            "x.heddle: a variable of the environment cannot be one");
  EXPECT_EQ(refused([](ReplayFile& file) { file.max_events = 0; }), "x.heddle: max_events cannot be 0");
  EXPECT_EQ(refused([](ReplayFile& file) { file.expected_exit = -1; }), "x.heddle: expected_exit cannot be -1");
  EXPECT_EQ(refused([](ReplayFile& file) { file.kind = "mood"; }), "x.heddle: there are no findings of the kind `mood`");
  EXPECT_EQ(refused([](ReplayFile& file) { file.contested_sizes.resize(65); }), "x.heddle: too many sizes of blocks");
  EXPECT_THAT(refused([](ReplayFile& file) { file.schedule = "schedule v9"; }), HasSubstr("x.heddle: not a schedule"));
}

TEST(AtomicFile, CreatesFoldersAndLeavesNothingBesideTheFile) {
  std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "atomic_file";
  std::filesystem::remove_all(folder);
  std::string path = (folder / "deep" / "file").string();
  ASSERT_TRUE(write_atomically(path, "one"));
  ASSERT_TRUE(write_atomically(path, "two"));
  EXPECT_EQ(*read_file(path), "two");
  auto entries = std::filesystem::directory_iterator(folder / "deep");
  EXPECT_EQ(std::distance(begin(entries), end(entries)), 1);
}

TEST(AtomicFile, AFullDiskIsAClearError) {
  Result<void> written = write_atomically("/dev/full", "content");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().message, "cannot write /dev/full: No space left on device");
}

TEST(AtomicFile, WhatAKilledWriterLeftGoesAfterAWhile) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(::testing::TempDir()) / "heddle-atomic-file";
  fs::remove_all(folder);
  const std::string path = (folder / "hang-1.heddle").string();
  ASSERT_TRUE(write_atomically(path, "first"));
  const std::string old = path + ".tmp1", young = path + ".tmp2", other = path + ".tmpx";
  for (const std::string& rest : {old, young, other}) ASSERT_TRUE(write_atomically(rest, "rest"));
  for (const std::string& rest : {old, other}) {
    fs::last_write_time(rest, fs::file_time_type::clock::now() - std::chrono::hours(1));
  }
  ASSERT_TRUE(write_atomically(path, "second"));
  EXPECT_EQ(*read_file(path), "second");
  EXPECT_FALSE(fs::exists(old));
  EXPECT_TRUE(fs::exists(young)) << "somebody may be writing it";
  EXPECT_TRUE(fs::exists(other)) << "that is none of ours";
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 3);
  fs::remove_all(folder);
}

TEST(AtomicFile, AMissingFileIsAClearError) {
  EXPECT_THAT(read_file("/does/not/exist").error().message, HasSubstr("cannot read /does/not/exist: No such file"));
}

}  // namespace
}  // namespace heddle
