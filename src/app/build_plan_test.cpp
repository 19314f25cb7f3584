// SPDX-License-Identifier: Apache-2.0
#include "app/build_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using Words = std::vector<std::string>;

BuildPlan plan(const Words& arguments) {
  Result<BuildPlan> result = plan_build(arguments, "/bin", "/out");
  EXPECT_TRUE(result) << result.error().message;
  return result ? *result : BuildPlan{};
}

TEST(BuildPlan, EachSourceIsCompiledThenAllIsLinked) {
  BuildPlan both = plan({"src/a.cpp", "-O2", "b.cpp"});
  ASSERT_EQ(both.compile.size(), 2u);
  EXPECT_THAT(both.compile[0].command, ElementsAre("/bin/heddle-clang++", "-fcolor-diagnostics", "-O2", "-std=c++20",
                                                   "-g", "-MD", "-MF", "/out/0-a.d", "-c", "src/a.cpp", "-o", "/out/0-a.o"));
  EXPECT_THAT(both.link, ElementsAre("/bin/heddle-clang++", "/out/0-a.o", "-O2", "/out/1-b.o",
                                     "-Wl,--dependency-file=/out/link.d", "-Wno-unused-command-line-argument", "-o", "/out/a"));
  EXPECT_EQ(both.binary, "/out/a");
}

TEST(BuildPlan, FilesOfTheSameNameDoNotCollide) {
  BuildPlan both = plan({"x/a.cpp", "y/a.cpp"});
  EXPECT_NE(both.compile[0].object, both.compile[1].object);
}

TEST(BuildPlan, CFilesGoToTheCCompiler) {
  BuildPlan c = plan({"a.c", "-std=c11"});
  EXPECT_EQ(c.compile[0].command[0], "/bin/heddle-clang");
  EXPECT_THAT(c.compile[0].command, Contains("-std=c11"));
  EXPECT_EQ(c.link[0], "/bin/heddle-clang");
}

TEST(BuildPlan, InAMixedProgramEachStandardGoesToItsLanguage) {
  BuildPlan mixed = plan({"a.c", "b.cpp", "-std=c++17"});
  EXPECT_EQ(mixed.compile[0].command[0], "/bin/heddle-clang");
  EXPECT_THAT(mixed.compile[0].command, Not(Contains("-std=c++17")));
  EXPECT_THAT(mixed.compile[1].command, Contains("-std=c++17"));
  EXPECT_THAT(mixed.compile[1].command, Not(Contains("-std=c++20")));
  EXPECT_EQ(mixed.link[0], "/bin/heddle-clang++");
}

TEST(BuildPlan, LibrariesGoToTheLinkerOnlyAndKeepTheirOrder) {
  BuildPlan libraries = plan({"a.cpp", "libx.a", "-L", "lib", "-ly", "-Wl,--as-needed"});
  EXPECT_THAT(libraries.compile[0].command, Not(Contains("-ly")));
  EXPECT_THAT(libraries.link, ElementsAre("/bin/heddle-clang++", "/out/0-a.o", "libx.a", "-L", "lib", "-ly",
                                          "-Wl,--as-needed", "-Wl,--dependency-file=/out/link.d",
                                          "-Wno-unused-command-line-argument", "-o", "/out/a"));
}

TEST(BuildPlan, FlagsThatBuildSomethingElseAreRefused) {
  for (const char* flag : {"-o", "-c", "-E", "-S", "-shared"}) {
    Result<BuildPlan> refused = plan_build({"a.cpp", flag}, "/bin", "/out");
    ASSERT_FALSE(refused) << flag;
    EXPECT_THAT(refused.error().message, HasSubstr(flag));
  }
}

TEST(BuildPlan, DependenciesAreReadFromAMakeRule) {
  EXPECT_EQ(parse_dependencies("a: \\\n  /lib/x.o \\\n  y.a\n\n/lib/x.o:\n\ny.a:\n"), (Words{"/lib/x.o", "y.a"}));
  EXPECT_EQ(parse_dependencies("/out/a.o: a.cpp \\\n  my\\ dir/h.h /usr/include/x.h \\\n  b$$.h\n"),
            (Words{"a.cpp", "my dir/h.h", "/usr/include/x.h", "b$.h"}));
}

}  // namespace
}  // namespace heddle
