// SPDX-License-Identifier: Apache-2.0
#include "report/replay/portable_paths.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace heddle {
namespace {

ReplayFile example() {
  ReplayFile file;
  file.build = {{"a.cpp", "-I/home/u/p/include", "-I=/home/u/p", "/home/u/p/b.c", "-DX=/mnt/home/u/p/x"}, "/home/u/p", "/home/u/p/out",
                "clang", {{"/home/u/p/a.cpp", "1"}, {"/home/u/other/x.h", "2"}}};
  file.binary = "/home/u/p/out/a";
  file.directory = "/home/u/p/sub";
  file.arguments = {"/home/u/p2", "/home/u/p.txt"};
  file.environment = {{"PATH", "/usr/bin:/home/u/p/bin:/home/u/p", 32}, {"TOKEN", std::nullopt, 3}};
  file.key = "assertion /home/u/p/a.cpp:3";
  file.report = "at /home/u/p/a.cpp:3 (\"/home/u/p\")\n";
  return file;
}

TEST(PortablePaths, TheFolderOfTheProjectIsNoWhereInIt) {
  ReplayFile file = example();
  ASSERT_TRUE(make_portable(file, "/home/u/p"));
  EXPECT_EQ(file.build.arguments,
            (std::vector<std::string>{"a.cpp", "-I{project}/include", "-I={project}", "{project}/b.c", "-DX=/mnt/home/u/p/x"}));
  EXPECT_EQ(file.build.sources[0].path, "{project}/a.cpp");
  EXPECT_EQ(file.build.sources[1].path, "/home/u/other/x.h");
  EXPECT_EQ(file.arguments, (std::vector<std::string>{"/home/u/p2", "/home/u/p.txt"})) << "other folders of like names";
  EXPECT_EQ(file.environment[0].value, "/usr/bin:{project}/bin:{project}");
  EXPECT_EQ(file.report, "at {project}/a.cpp:3 (\"{project}\")\n");
  EXPECT_EQ(file.key, "assertion {project}/a.cpp:3");
}

TEST(PortablePaths, SettledWhereItWasItIsAsBefore) {
  ReplayFile file = example();
  ASSERT_TRUE(make_portable(file, "/home/u/p"));
  settle_in(file, "/home/u/p");
  EXPECT_EQ(file, example());
}

TEST(PortablePaths, SettledElsewhereItIsThere) {
  ReplayFile file = example();
  ASSERT_TRUE(make_portable(file, "/home/u/p"));
  settle_in(file, "/x");
  EXPECT_EQ(file.binary, "/x/out/a");
  EXPECT_EQ(file.environment[0].value, "/usr/bin:/x/bin:/x");
  EXPECT_EQ(file.build.sources[1].path, "/home/u/other/x.h");
}

TEST(PortablePaths, AMarkOfTheUsersOwnStays) {
  ReplayFile file = example();
  file.arguments.push_back("{project}");
  const ReplayFile before = file;
  EXPECT_FALSE(make_portable(file, "/home/u/p"));
  EXPECT_FALSE(make_portable(file, "/"));
  EXPECT_EQ(file, before);
}

TEST(PortablePaths, AProjectBeginsWhereItsRepositoryDoes) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(::testing::TempDir()) / "heddle-project";
  fs::create_directories(folder / "a" / "b");
  EXPECT_EQ(project_of((folder / "a").string()), (folder / "a").string());
  fs::create_directories(folder / ".git");
  EXPECT_EQ(project_of((folder / "a" / "b").string()), folder.string());
  fs::remove_all(folder);
}

}  // namespace
}  // namespace heddle
