// SPDX-License-Identifier: Apache-2.0
#include "app/settings.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace heddle {
namespace {

namespace fs = std::filesystem;

std::string file_error(const std::string& content) {
  Result<std::vector<Setting>> settings = settings_from_file(content, "heddle.toml");
  return settings ? "" : settings.error().message;
}

TEST(Settings, TheEnvironmentIsAListWithColons) {
  std::vector<Setting> settings = settings_from_environment("seed=7: quiet ::time=5s");
  ASSERT_EQ(settings.size(), 3u);
  EXPECT_EQ(settings[0].key, "seed");
  EXPECT_EQ(settings[0].value, "7");
  EXPECT_EQ(settings[1].key, "quiet");
  EXPECT_EQ(settings[1].value, "true");
  EXPECT_EQ(settings[2].value, "5s");
}

TEST(Settings, AFileHasOneSettingPerLine) {
  Result<std::vector<Setting>> settings =
      settings_from_file("# ours\n\nstrategy = \"dfs\"  # all\nseed=3\r\nkeep-going = true\nout = 'a b'", "t");
  ASSERT_TRUE(settings);
  ASSERT_EQ(settings->size(), 4u);
  EXPECT_EQ((*settings)[0].value, "dfs");
  EXPECT_EQ((*settings)[0].origin, "t:3");
  EXPECT_EQ((*settings)[1].value, "3");
  EXPECT_EQ((*settings)[2].value, "true");
  EXPECT_EQ((*settings)[3].value, "a b");
}

TEST(Settings, WhatIsNoSettingIsNamedWithItsLine) {
  EXPECT_EQ(file_error("seed = 1\n[search]\n"), "heddle.toml:2: expected `key = value`, found `[search]`");
  EXPECT_EQ(file_error("out = \"open"), "heddle.toml:1: expected `key = value`, found `out = \"open`");
  EXPECT_EQ(file_error("= 3"), "heddle.toml:1: expected `key = value`, found `= 3`");
}

TEST(Settings, CommandLineWinsOverEnvironmentOverFile) {
  Setting file{"seed", "1", "file"}, environment{"seed", "2", "environment"}, line{"seed", "3", "line"};
  EXPECT_EQ(collect_options({file}, {environment}, {line})->search.seed, 3u);
  EXPECT_EQ(collect_options({file}, {environment}, {})->search.seed, 2u);
  EXPECT_EQ(collect_options({file}, {}, {})->search.seed, 1u);
}

TEST(Settings, TheFileIsFoundInTheFoldersAbove) {
  fs::path folder = fs::path(testing::TempDir()) / "settings";
  fs::create_directories(folder / "deep" / "down");
  std::ofstream(folder / "heddle.toml") << "seed = 1\n";
  EXPECT_EQ(find_settings_file((folder / "deep" / "down").string()), (folder / "heddle.toml").string());
}

}  // namespace
}  // namespace heddle
