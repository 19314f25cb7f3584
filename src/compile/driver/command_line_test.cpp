// SPDX-License-Identifier: Apache-2.0
#include "compile/driver/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using Words = std::vector<std::string>;

const Installation kInstallation = {"/p/lib/pass.so", "/p/include", "/p/lib/headers", "/p/lib/runtime.a",
                                    "/p/lib/runtime_cxx.a"};

ClangCommand command_for(const Words& arguments, SourceLanguage language = SourceLanguage::C) {
  Result<ClangCommand> command = clang_command(language, arguments, kInstallation);
  EXPECT_TRUE(command) << (command ? "" : command.error().message);
  return command ? *command : ClangCommand{};
}

Words words_for(const Words& arguments, SourceLanguage language = SourceLanguage::C) {
  return command_for(arguments, language).arguments;
}

std::size_t position(const Words& words, const std::string& word) {
  return static_cast<std::size_t>(std::find(words.begin(), words.end(), word) - words.begin());
}

TEST(CommandLine, ACompilationGetsThePassAndDefinitionsButNoRuntime) {
  Words words = words_for({"-c", "a.c", "-o", "a.o"});
  for (const char* added : {"-fpass-plugin=/p/lib/pass.so", "-g", "-fno-omit-frame-pointer", "-D_GLIBCXX_TSAN=1",
                            "-D__HEDDLE__=1", "-U_FORTIFY_SOURCE", "-O1", "-fno-finite-loops"}) {
    EXPECT_THAT(words, Contains(added));
  }
  EXPECT_EQ(words[position(words, "-isystem") + 1], "/p/include");
  EXPECT_THAT(words, Not(Contains("/p/lib/runtime.a")));
}

TEST(CommandLine, TheUsersOptionsStayTogetherAndInOrder) {
  Words user = {"-Wall", "-I", "inc", "-std=c11", "-c", "a.c", "-MMD", "-MF", "a.d", "-o", "a.o"};
  Words words = words_for(user);
  EXPECT_NE(std::search(words.begin(), words.end(), user.begin(), user.end()), words.end());
}

TEST(CommandLine, LinkingAnExecutableAddsTheWholeRuntime) {
  Words words = words_for({"a.o", "-o", "a"});
  std::size_t runtime = position(words, "/p/lib/runtime.a");
  EXPECT_LT(position(words, "-Wl,--whole-archive"), runtime);
  EXPECT_LT(runtime, position(words, "-Wl,--no-whole-archive"));
  for (const char* added : {"-rdynamic", "-Wl,-z,now", "-Wl,--build-id=sha1", "-ldl", "-lpthread"}) {
    EXPECT_THAT(words, Contains(added));
  }
  EXPECT_THAT(words, Not(Contains("/p/lib/runtime_cxx.a")));
  EXPECT_THAT(words_for({"a.o"}, SourceLanguage::Cxx), Contains("/p/lib/runtime_cxx.a"));
}

TEST(CommandLine, ASharedLibraryGetsNoRuntimeAndMayReferToIt) {
  Words words = words_for({"-shared", "a.o", "-Wl,--no-undefined", "-o", "a.so"});
  EXPECT_THAT(words, Not(Contains("/p/lib/runtime.a")));
  EXPECT_THAT(words, Contains("-Wl,-z,now"));
  EXPECT_GT(position(words, "-Wl,-z,undefs"), position(words, "-Wl,--no-undefined"));
  EXPECT_LT(position(words, "-Wl,-z,undefs"), words.size());
}

TEST(CommandLine, APrecompiledHeaderIsNotLinked) {
  EXPECT_THAT(words_for({"-x", "c++-header", "a.txt", "-o", "a.pch"}), Not(Contains("-rdynamic")));
  EXPECT_THAT(words_for({"a.hpp"}), Not(Contains("-rdynamic")));
  EXPECT_THAT(words_for({"-xc++", "a.h", "b.o"}), Contains("-rdynamic"));
}

TEST(CommandLine, LinkingTheCxxLibraryByHandBringsTheCxxRuntime) {
  EXPECT_THAT(words_for({"a.o", "-lstdc++"}), Contains("/p/lib/runtime_cxx.a"));
}

TEST(CommandLine, APartialLinkGetsNothing) {
  Words words = words_for({"-r", "a.o", "b.o", "-o", "c.o"});
  EXPECT_THAT(words, Not(Contains("/p/lib/runtime.a")));
  EXPECT_THAT(words, Not(Contains("-Wl,-z,now")));
}

TEST(CommandLine, OnlyNoOptimisationIsRaised) {
  EXPECT_THAT(words_for({"-c", "a.c", "-O0"}), Contains("-O1"));
  EXPECT_THAT(words_for({"-c", "a.c", "-O2", "-O0"}), Contains("-O1"));
  EXPECT_THAT(words_for({"-c", "a.c", "-O0", "-O2"}), Not(Contains("-O1")));
  EXPECT_THAT(words_for({"-c", "a.c", "-Os"}), Not(Contains("-O1")));
}

TEST(CommandLine, WhoeverAsksForNoOptimisationGetsNone) {
  EXPECT_THAT(words_for({"-c", "a.c", "-O0"}), Contains("-U__OPTIMIZE__"));
  EXPECT_THAT(words_for({"-c", "a.c"}), Not(Contains("-U__OPTIMIZE__")));
  EXPECT_THAT(words_for({"-c", "a.c", "-O0", "-O2"}), Not(Contains("-U__OPTIMIZE__")));
  EXPECT_THAT(command_for({"-c", "a.c", "-O0"}).pass_options, HasSubstr("no-optimisation,"));
  EXPECT_THAT(command_for({"-c", "a.c"}).pass_options, Not(HasSubstr("no-optimisation")));
}

TEST(CommandLine, DebugInformationIsAddedUnlessTheUserChose) {
  EXPECT_THAT(words_for({"-c", "a.c", "-gdwarf-4"}), Not(Contains("-g")));
  EXPECT_THAT(words_for({"-c", "a.c", "-gz"}), Contains("-g"));
  EXPECT_THAT(words_for({"-c", "a.c", "-g0"}), Contains("-gline-tables-only"));
  EXPECT_THAT(words_for({"-c", "a.c", "-g0", "-g3"}), Not(Contains("-gline-tables-only")));
}

TEST(CommandLine, PreprocessingKeepsTheDefinitionsButNotThePass) {
  for (const char* option : {"-E", "-M", "-MM", "-fsyntax-only"}) {
    Words words = words_for({option, "a.c"});
    EXPECT_THAT(words, Contains("-D__HEDDLE__=1")) << option;
    EXPECT_THAT(words, Not(Contains("-fpass-plugin=/p/lib/pass.so"))) << option;
    EXPECT_THAT(words, Not(Contains("/p/lib/runtime.a"))) << option;
  }
}

TEST(CommandLine, QuestionsPassThroughUntouched) {
  for (const Words& question : {Words{"--version"}, Words{"-dumpmachine"}, Words{"-print-search-dirs"}, Words{"-v"},
                                Words{"-print-file-name=libc.so"}, Words{"--print-file-name", "libc.so"}, Words{}}) {
    EXPECT_EQ(words_for(question), question);
  }
}

TEST(CommandLine, ValuesOfOptionsAreNotTakenForOptions) {
  EXPECT_THAT(words_for({"-c", "a.c", "-MF", "-shared"}), Not(Contains("-Wl,-z,undefs")));
  EXPECT_THAT(words_for({"a.c", "-o", "-c"}), Contains("/p/lib/runtime.a"));
}

TEST(CommandLine, StandardInputIsAnInput) {
  EXPECT_THAT(words_for({"-x", "c++", "-c", "-"}), Contains("-fpass-plugin=/p/lib/pass.so"));
}

TEST(CommandLine, AdditionsStandBeforeALoneDoubleDash) {
  Words words = words_for({"-c", "--", "a.c"});
  EXPECT_LT(position(words, "-O1"), position(words, "--"));
  EXPECT_EQ(words.back(), "a.c");
}

TEST(CommandLine, OwnOptionsReachThePassAndNotClang) {
  ClangCommand plain = command_for({"-c", "a.c", "-fno-heddle"});
  EXPECT_THAT(plain.arguments, Not(Contains(testing::StartsWith("-fpass-plugin="))));
  EXPECT_THAT(plain.arguments, Not(Contains("-fno-heddle")));
  EXPECT_THAT(command_for({"-c", "a.c", "-fno-heddle", "-fheddle"}).arguments,
              Contains(testing::StartsWith("-fpass-plugin=")));
  ClangCommand command = command_for({"-c", "a.c", "-fheddle-no-warnings", "-fno-heddle-bitcode"});
  EXPECT_THAT(command.pass_options, HasSubstr("no-warnings"));
  EXPECT_THAT(command.pass_options, HasSubstr("no-bitcode"));
  EXPECT_THAT(command.arguments, Not(Contains("-fheddle-no-warnings")));
  EXPECT_THAT(command.arguments, Not(Contains("-fno-heddle-bitcode")));
  EXPECT_EQ(command_for({"-c", "a.c", "-fno-heddle-fingerprints"}).pass_options, "no-fingerprints,");
  EXPECT_EQ(command_for({"-c", "a.c", "-fno-heddle-labels"}).pass_options, "no-labels,");
  EXPECT_EQ(command_for({"-c", "a.c"}).pass_options, "");
}

TEST(CommandLine, WhatCannotWorkIsRefusedByName) {
  for (const char* option : {"-fsanitize=thread", "-fsanitize=address,undefined", "-flto", "-flto=thin", "-static",
                             "-static-pie", "-fopenmp", "-m32", "--target=aarch64-linux-gnu"}) {
    Result<ClangCommand> command = clang_command(SourceLanguage::C, {"a.c", option}, kInstallation);
    ASSERT_FALSE(command) << option;
    EXPECT_THAT(command.error().message, HasSubstr(option));
    EXPECT_THAT(command.error().message, Not(HasSubstr("\n")));
  }
}

TEST(CommandLine, TheOppositesOfRefusedOptionsAreFine) {
  for (const char* option : {"-fno-sanitize=all", "-fno-lto", "-fno-openmp", "-m64", "-static-libstdc++",
                             "-static-libgcc", "-fsanitize-trap=all", "--target=x86_64-pc-linux-gnu"}) {
    EXPECT_TRUE(clang_command(SourceLanguage::C, {"a.c", option}, kInstallation)) << option;
  }
}

}  // namespace
}  // namespace heddle
