// SPDX-License-Identifier: Apache-2.0
#include "execute/program_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "execute/program_image.h"

namespace heddle {
namespace {

namespace fs = std::filesystem;

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string written(const std::string& bytes) {
  const std::string path = ::testing::TempDir() + "heddle-program-file";
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

TEST(ProgramFile, OtherProgramsHoldNoRuntime) {
  const Result<ProgramFile> own = read_program_file("/proc/self/exe");
  ASSERT_TRUE(own) << own.error().message;
  EXPECT_FALSE(own->wire_version);
}

TEST(ProgramFile, WhatIsNoProgramSaysNothing) {
  for (const std::string& bytes : {std::string(), std::string("#!/bin/sh\n"), std::string("\177ELF"), std::string(4096, 'x')}) {
    const Result<ProgramFile> file = read_program_file(written(bytes));
    ASSERT_TRUE(file);
    EXPECT_FALSE(file->wire_version);
    EXPECT_EQ(file->build_id, "");
  }
  EXPECT_FALSE(read_program_file("/does/not/exist"));
  const Result<ProgramFile> folder = read_program_file("/");
  EXPECT_TRUE(!folder || !folder->wire_version);
}

// Each byte of the headers and notes another one: nothing is read beyond what is there.
TEST(ProgramFile, DamagedProgramsAreReadWithCare) {
  const std::string whole = bytes_of("/proc/self/exe").substr(0, 4096);
  for (std::size_t at = 0; at < 1024; ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0xff);
    EXPECT_TRUE(read_program_file(written(damaged))) << at;
  }
  for (std::size_t size = 0; size < 1024; size += 7) EXPECT_TRUE(read_program_file(written(whole.substr(0, size)))) << size;
}

TEST(ProgramImage, OfThisProcess) {
  const std::optional<ProgramImage> image = image_of(::getpid());
  ASSERT_TRUE(image);
  EXPECT_EQ(image->program, fs::canonical("/proc/self/exe").string());
  EXPECT_EQ(image->working_directory, fs::current_path().string());
  EXPECT_FALSE(image->arguments.empty());
  EXPECT_EQ(image->environment.empty(), environ[0] == nullptr);
}

TEST(ProgramImage, AProcessThatIsNotThereHasNone) { EXPECT_FALSE(image_of(1 << 30)); }

}  // namespace
}  // namespace heddle
