// SPDX-License-Identifier: Apache-2.0
#include "app/build_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "report/replay/atomic_file.h"
#include "report/replay/replay_file.h"

namespace heddle {
namespace {

namespace fs = std::filesystem;

constexpr char kKey[] = "0123456789abcdef";

class Builds : public ::testing::Test {
 protected:
  Builds() {
    std::string pattern = (fs::temp_directory_path() / "heddle-store-XXXXXX").string();
    root_ = mkdtemp(pattern.data());
    write("a.c", "#include \"x.h\"\n");
    write("second/x.h", "int x;\n");
    fs::create_directories(root_ / "first");
  }
  ~Builds() override { fs::remove_all(root_); }

  std::string path(const std::string& name) const { return (root_ / name).string(); }
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name, std::ios::binary) << text;
  }
  std::string out() const { return path("out/build/a"); }

  // As if a.c had been compiled in `folder` with -Ifirst -Isecond.
  StoredBuild compiled_in(const std::string& folder, const std::vector<std::string>& more = {}) const {
    const BuildBegin begin = begin_of_build();
    std::vector<std::string> arguments = {"a.c", "-Ifirst", "-I", "second"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Result<BuildPlan> plan = plan_build(arguments, "/bin", folder);
    write(plan->compile[0].dependencies, "a.o: a.c second/x.h\n");
    write(plan->link_dependencies, "a: " + plan->compile[0].object + "\n");
    note_opened(*plan, {"r" + path("a.c"), "r" + path("second/x.h")});
    write(plan->binary, "program");
    fs::permissions(plan->binary, fs::perms::owner_all);
    return {"clang", "a.c:1: warning\n", content_hash("program"), inputs_of(*plan, arguments, root_.string(), begin)};
  }
  void note_opened(const BuildPlan& plan, std::vector<std::string> notes) const {
    notes.insert(notes.end(), more_opened_.begin(), more_opened_.end());
    std::string text;
    for (const std::string& note : notes) text += note + '\0';
    write(plan.opened, text);
  }
  std::string build(const std::string& key = kKey, const std::vector<std::string>& more = {}) const {
    Result<BuildStore> store = BuildStore::open(out(), "a", key);
    const StoredBuild built = compiled_in(*store->begin(), more);
    Result<std::string> finished = store->finish(built);
    EXPECT_TRUE(finished) << finished.error().message;
    return *finished;
  }
  std::string find(const std::string& key = kKey) const {
    StoredBuild build;
    return BuildStore::open(out(), "a", key)->find(build);
  }

  fs::path root_;
  std::vector<std::string> more_opened_;
};

TEST_F(Builds, AFinishedBuildIsFoundWithItsMessages) {
  EXPECT_EQ(find(), "");
  const std::string built = build();
  StoredBuild found;
  EXPECT_EQ(BuildStore::open(out(), "a", kKey)->find(found), built);
  EXPECT_EQ(found.messages, "a.c:1: warning\n");
  EXPECT_EQ(find("fedcba9876543210"), "");
  EXPECT_EQ(fs::canonical(out() + "/a"), fs::canonical(built + "/a")) << "the latest has a path of its own";
}

TEST_F(Builds, AnUnfinishedBuildIsNotFoundAndDoesNotStay) {
  {
    Result<BuildStore> killed = BuildStore::open(out(), "a", kKey);
    compiled_in(*killed->begin());
  }
  EXPECT_EQ(find(), "");
  Result<BuildStore> next = BuildStore::open(out(), "a", kKey);
  EXPECT_TRUE(fs::is_empty(*next->begin()));
  next->give_up();
  EXPECT_TRUE(next->find(*std::make_unique<StoredBuild>()).empty());
}

TEST_F(Builds, AChangedHeaderMakesAnotherBuild) {
  const std::string before = build();
  write("second/x.h", "int y;\n");
  EXPECT_EQ(find(), "");
  const std::string after = build();
  EXPECT_NE(after, before);
  EXPECT_EQ(find(), after);
  write("second/x.h", "int x;\n");
  EXPECT_EQ(find(), before) << "the one of before is still there";
}

TEST_F(Builds, AHeaderThatStandsInFrontOfAnotherMakesAnotherBuild) {
  build();
  write("first/x.h", "int y;\n");
  EXPECT_EQ(find(), "");
}

TEST_F(Builds, AFileThatNobodyAskedForChangesNothing) {
  const std::string built = build();
  write("first/other.h", "int y;\n");
  write("result.json", "{}\n");
  EXPECT_EQ(find(), built);
}

TEST_F(Builds, AHeaderThatIsOnlyAskedForMakesAnotherBuildWhenItComes) {
  write("a.c", "#if __has_include(\"configuration.h\")\n#endif\n#ifdef __has_include\n#endif\n");
  const std::string built = build();
  EXPECT_EQ(find(), built);
  write("first/configuration.h", "");
  EXPECT_EQ(find(), "");
}

TEST_F(Builds, ALibraryThatStandsInFrontOfAnotherMakesAnotherBuild) {
  const std::string built = build(kKey, {"-Lfirst", "-lx"});
  EXPECT_EQ(find(), built);
  write("first/libx.a", "");
  EXPECT_EQ(find(), "");
}

TEST_F(Builds, WhatMayHaveReadMoreThanIsKnownIsNotTakenAgain) {
  for (const char* flag : {"-fmodules", "-fplugin=x.so", "-fprofile-use=x", "-B."}) {
    build(kKey, {flag});
    EXPECT_EQ(find(), "") << flag;
  }
  write("a.c", "#if __has_include(HEADER)\n#endif\n");
  build();
  EXPECT_EQ(find(), "");
}

TEST_F(Builds, WhatWasOpenedIsAnInputAlthoughNoDependencyFileNamesIt) {
  write("table.bin", "1");
  more_opened_ = {"r" + path("table.bin")};
  const std::string built = build();
  EXPECT_EQ(find(), built);
  write("table.bin", "2");
  EXPECT_EQ(find(), "");
}

TEST_F(Builds, WhatTheToolsMakeThemselvesIsNoInputUnlessTheyReadItBefore) {
  write("temporary", "1");
  more_opened_ = {"w" + path("temporary"), "r" + path("temporary")};
  const std::string built = build();
  write("temporary", "2");
  EXPECT_EQ(find(), built);
  more_opened_ = {"r" + path("temporary"), "w" + path("temporary")};
  const std::string other_key = "fedcba9876543210";
  EXPECT_EQ(build(other_key), find(other_key));
  write("temporary", "3");
  EXPECT_EQ(find(other_key), "");
}

TEST_F(Builds, AToolThatOpensFilesUnseenIsNotBelieved) {
  Result<BuildStore> store = BuildStore::open(out(), "a", kKey);
  const std::string folder = *store->begin();
  compiled_in(folder);
  const Result<BuildPlan> plan = plan_build({"a.c"}, "/bin", folder);
  EXPECT_TRUE(inputs_of(*plan, {"a.c"}, root_.string(), begin_of_build()).is_complete);
  note_opened(*plan, {"r" + path("a.c")});
  const BuildInputs unseen = inputs_of(*plan, {"a.c"}, root_.string(), begin_of_build());
  EXPECT_FALSE(unseen.is_complete) << "who read x.h?";
  EXPECT_TRUE(unseen.files.contains(path("second/x.h")));
  fs::remove(plan->opened);
  EXPECT_FALSE(inputs_of(*plan, {"a.c"}, root_.string(), begin_of_build()).is_complete);
}

TEST_F(Builds, AFileThatIsWrittenWhileItIsCompiledIsNotBelieved) {
  const BuildBegin begin = begin_of_build();
  const Result<BuildPlan> plan = plan_build({"a.c"}, "/bin", path("building"));
  write(plan->compile[0].dependencies, "a.o: a.c second/x.h\n");
  write(plan->link_dependencies, "a: a.o\n");
  write("a.o", "");
  note_opened(*plan, {"r" + path("a.c"), "r" + path("second/x.h"), "r" + path("a.o")});
  EXPECT_FALSE(are_unchanged(inputs_of(*plan, {"a.c"}, root_.string(), begin))) << "a.o is new";
  EXPECT_TRUE(are_unchanged(inputs_of(*plan, {"a.c"}, root_.string(), begin_of_build())));
}

TEST_F(Builds, ADamagedProgramIsBuiltAgainInItsPlace) {
  const std::string built = build();
  write(built + "/a", "other");
  EXPECT_EQ(find(), "");
  fs::remove(built + "/a");
  EXPECT_EQ(find(), "");
}

TEST_F(Builds, OldBuildsGoUnlessAReplayFileNeedsThem) {
  const std::string needed = build("000000000000000a");
  write("out/findings/hang-1.heddle", "{\"binary\": \"" + needed + "/a\"}");
  std::vector<std::string> built;
  // What this process built counts as in use: a child builds in its place.
  for (int number = 10; number < 30; ++number) {
    const std::string key = "00000000000000" + std::to_string(number);
    EXPECT_EXIT((build(key), std::exit(0)), ::testing::ExitedWithCode(0), "");
    built.push_back(key);
  }
  const std::string used = find(built[0]);
  prune_builds(out(), {path("out/findings")});
  EXPECT_TRUE(fs::exists(needed + "/a"));
  EXPECT_EQ(find(built[0]), used) << "this process uses it";
  EXPECT_NE(find(built[19]), "");
  EXPECT_EQ(find(built[1]), "");
}

TEST(BuildKey, DependsOnWordsContentsFolderAndVariables) {
  const std::string folder = fs::temp_directory_path().string();
  const std::string key = build_key({"a.c", "-DX=1"}, folder, "/bin");
  EXPECT_EQ(build_key({"a.c", "-DX=1"}, folder, "/bin"), key);
  EXPECT_NE(build_key({"a.c", "-DX=2"}, folder, "/bin"), key);
  EXPECT_NE(build_key({"a.c", "-DX=1"}, "/", "/bin"), key);
  EXPECT_NE(build_key({"a.c", "-DX=1"}, folder, "/usr/bin"), key);
  setenv("CPATH", "/somewhere", 1);
  EXPECT_NE(build_key({"a.c", "-DX=1"}, folder, "/bin"), key);
  unsetenv("CPATH");
  EXPECT_EQ(build_key({"a.c", "-DX=1"}, folder, "/bin"), key);
}

}  // namespace
}  // namespace heddle
