// SPDX-License-Identifier: Apache-2.0
#include "report/replay/portable_paths.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace heddle {
namespace {

ReplayFile example() {
  ReplayFile file;
  file.build = {{"a.cpp", "-I/users/u/p/include", "-I=/users/u/p", "/users/u/p/b.c", "-DX=/mnt/users/u/p/x"}, "/users/u/p", "/users/u/p/out",
                "clang", {{"/users/u/p/a.cpp", "1"}, {"/users/u/other/x.h", "2"}}};
  file.binary = "/users/u/p/out/a";
  file.directory = "/users/u/p/sub";
  file.arguments = {"/users/u/p2", "/users/u/p.txt"};
  file.environment = {{"PATH", "/usr/bin:/users/u/p/bin:/users/u/p", 32}, {"TOKEN", std::nullopt, 3}};
  file.key = "assertion /users/u/p/a.cpp:3";
  file.report = "at /users/u/p/a.cpp:3 (\"/users/u/p\")\n";
  return file;
}

TEST(PortablePaths, TheFolderOfTheProjectIsNoWhereInIt) {
  ReplayFile file = example();
  ASSERT_TRUE(make_portable(file, "/users/u/p"));
  EXPECT_EQ(file.build.arguments,
            (std::vector<std::string>{"a.cpp", "-I{project}/include", "-I={project}", "{project}/b.c", "-DX=/mnt/users/u/p/x"}));
  EXPECT_EQ(file.build.sources[0].path, "{project}/a.cpp");
  EXPECT_EQ(file.build.sources[1].path, "/users/u/other/x.h");
  EXPECT_EQ(file.arguments, (std::vector<std::string>{"/users/u/p2", "/users/u/p.txt"})) << "other folders of like names";
  EXPECT_EQ(file.environment[0].value, "/usr/bin:{project}/bin:{project}");
  EXPECT_EQ(file.report, "at {project}/a.cpp:3 (\"{project}\")\n");
  EXPECT_EQ(file.key, "assertion {project}/a.cpp:3");
}

TEST(PortablePaths, SettledWhereItWasItIsAsBefore) {
  ReplayFile file = example();
  ASSERT_TRUE(make_portable(file, "/users/u/p"));
  settle_in(file, "/users/u/p");
  EXPECT_EQ(file, example());
}

TEST(PortablePaths, SettledElsewhereItIsThere) {
  ReplayFile file = example();
  ASSERT_TRUE(make_portable(file, "/users/u/p"));
  settle_in(file, "/x");
  EXPECT_EQ(file.binary, "/x/out/a");
  EXPECT_EQ(file.environment[0].value, "/usr/bin:/x/bin:/x");
  EXPECT_EQ(file.build.sources[1].path, "/users/u/other/x.h");
}

TEST(PortablePaths, AMarkOfTheUsersOwnStays) {
  ReplayFile file = example();
  file.arguments.push_back("{project}");
  const ReplayFile before = file;
  EXPECT_FALSE(make_portable(file, "/users/u/p"));
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
