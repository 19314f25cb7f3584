// SPDX-License-Identifier: Apache-2.0
//
// heddle-clang as build systems use it: dependency files, archives, shared libraries, response files, refusals.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compile/bitcode_records.h"
#include "compile/built_compiler.h"

namespace heddle {
namespace {

using testing::HasSubstr;
using testing::Not;

class Driver : public BuiltCompiler {};

TEST_F(Driver, ObjectsHaveBothTablesAndBitcodeThatIsNeverLoaded) {
  write("a.c", "int g; void use(int*); int f(void) { int x = g; use(&x); return x; }\n");
  ASSERT_EQ(run("heddle-clang -c a.c").exit_code, 0);
  std::string sections = run("readelf -SW a.o").output;
  EXPECT_THAT(sections, testing::ContainsRegex("heddle_points +PROGBITS[^\n]* WA "));
  EXPECT_THAT(sections, testing::ContainsRegex("heddle_stack_sites +PROGBITS[^\n]* WA "));
  EXPECT_THAT(sections, testing::ContainsRegex("\\.heddle_bc +PROGBITS +0+ [0-9a-f]+ [0-9a-f]+ 00 +0 +0 +8"));
}

TEST_F(Driver, PointsOfSeveralObjectsFormOneArrayOfRecords) {
  write("a.c", "int g; int f(void) { return g; }\n");
  write("b.c", "int h; void k(void) { h = 1; h = 2; }\n");
  ASSERT_EQ(run("heddle-clang -shared -fPIC a.c b.c -o l.so").exit_code, 0);
  EXPECT_THAT(run("readelf -SW l.so").output,
              testing::ContainsRegex("heddle_points +PROGBITS +[0-9a-f]+ [0-9a-f]+ 000060 "));
}

TEST_F(Driver, BitcodeOfArchiveMembersSurvivesTheLink) {
  write("a.c", "int f(void) { return 1; }\n");
  write("b.c", "int unused(void) { return 2; }\n");
  write("m.c", "int f(void); int g(void) { return f(); }\n");
  Ran ran =
      run("heddle-clang -fPIC -c a.c b.c && ar rcs l.a a.o b.o && heddle-clang -shared -fPIC m.c l.a -o m.so && "
          "objcopy -O binary --only-section=.heddle_bc --set-section-flags .heddle_bc=alloc m.so bc.bin");
  ASSERT_EQ(ran.exit_code, 0) << ran.output;
  auto records = decode_bitcode_records(read("bc.bin"));
  ASSERT_TRUE(records) << records.error().message;
  ASSERT_EQ(records->size(), 2U);
  EXPECT_EQ((*records)[0].source_path, "m.c");
  EXPECT_EQ((*records)[1].source_path, "a.c");
  EXPECT_EQ((*records)[1].bitcode.substr(0, 2), "BC");
  write("a.bc", (*records)[1].bitcode);
  EXPECT_THAT(run("clang-19 -x ir a.bc -S -emit-llvm -o -").output,
              testing::AllOf(HasSubstr("@f("), Not(HasSubstr("__heddle"))));
}

TEST_F(Driver, BitcodeCanBeLeftOut) {
  write("a.c", "int f(void) { return 1; }\n");
  ASSERT_EQ(run("heddle-clang -fno-heddle-bitcode -c a.c").exit_code, 0);
  EXPECT_THAT(run("readelf -SW a.o").output, Not(HasSubstr(".heddle_bc")));
}

TEST_F(Driver, DependencyFilesNameTheUsersHeaders) {
  write("h.h", "#ifdef __HEDDLE__\nint g;\n#endif\n");
  write("a.c", "#include \"h.h\"\nint f(void) { return g; }\n");
  Ran ran = run("heddle-clang -MMD -MF a.d -MT target -c a.c");
  ASSERT_EQ(ran.exit_code, 0) << ran.output;
  EXPECT_EQ(read("a.d"), "target: a.c h.h\n");
  EXPECT_THAT(run("heddle-clang -MM a.c").output, HasSubstr("a.o: a.c h.h"));
  EXPECT_THAT(run("heddle-clang -E a.c").output, HasSubstr("int g;"));
}

TEST_F(Driver, OptionsMayComeFromAResponseFileAndSourceFromStandardInput) {
  write("options", "-c -x c++ -o \"with blank.o\" -");
  Ran ran = run("echo 'int g; int f() { return g; }' | heddle-clang++ @options && nm -C 'with blank.o'");
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  EXPECT_THAT(ran.output, HasSubstr("U __heddle_load4"));
  EXPECT_THAT(ran.output, HasSubstr("T f()"));
}

TEST_F(Driver, VeryLongCommandsReachClang) {
  write("a.c", "int f(void) { return LAST; }\n");
  std::string options;
  for (int index = 0; index < 20000; ++index) options += "-DNAME_" + std::to_string(index) + "=1\n";
  write("options", options + "-DLAST=7 -c a.c");
  Ran ran = run("heddle-clang @options && nm a.o");
  EXPECT_EQ(ran.exit_code, 0) << ran.output.substr(0, 500);
  EXPECT_THAT(ran.output, HasSubstr("T f"));
}

TEST_F(Driver, AssemblyAndFinishedObjectsPassThrough) {
  write("s.s", ".globl f\nf: ret\n");
  write("a.c", "void f(void); void g(void) { f(); }\n");
  Ran ran = run(
      "heddle-clang -c s.s && heddle-clang -fPIC -c a.c && heddle-clang -Werror -shared s.o a.o -o l.so && nm l.so");
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  EXPECT_THAT(ran.output, HasSubstr("T f"));
}

TEST_F(Driver, ASharedLibraryLinksAlthoughUndefinedSymbolsWereForbidden) {
  write("a.c", "int g; int f(void) { return g; }\n");
  Ran ran = run("heddle-clang -shared -fPIC -Wl,--no-undefined -Wl,-z,defs a.c -o a.so");
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
}

TEST_F(Driver, PrecompiledHeadersWork) {
  write("p.h", "static int g;\n");
  write("a.cpp", "int f() { return g; }\n");
  Ran ran = run("heddle-clang++ -x c++-header p.h -o p.pch && heddle-clang++ -include-pch p.pch -c a.cpp && nm a.o");
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  EXPECT_THAT(ran.output, HasSubstr("U __heddle_load4"));
}

TEST_F(Driver, ErrorsOfTheCompilerAreTheUsers) {
  write("a.c", "int f(void) { return missing; }\n");
  Ran ran = run("heddle-clang -c a.c");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.output, HasSubstr("a.c:1:22: error:"));
}

TEST_F(Driver, RefusesWithOneLine) {
  write("a.c", "int main(void) { return 0; }\n");
  Ran ran = run("heddle-clang++ -fsanitize=thread a.c");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.output, testing::StartsWith("heddle-clang++: error: -fsanitize=thread cannot be used with Heddle: "));
  EXPECT_EQ(count(ran.output, "\n"), 1U);
}

TEST_F(Driver, AnotherClangCanBeChosenAndAMissingOneIsNamed) {
  EXPECT_THAT(run("HEDDLE_CLANG=echo heddle-clang++ --version").output, HasSubstr("--driver-mode=g++ --version"));
  Ran ran = run("HEDDLE_CLANG=no-such-clang heddle-clang --version");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.output, HasSubstr("cannot start no-such-clang: No such file"));
}

TEST_F(Driver, AChangedPassIsAnotherCompilerToACache) {
  Ran ran = run("grep -c \"$(sha256sum " HEDDLE_BUILT_PREFIX
                "/lib/libheddle_pass.so | cut -d' ' -f1)\" " HEDDLE_BUILT_PREFIX "/bin/heddle-clang");
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
}

TEST_F(Driver, AnswersQuestionsAsClangDoes) {
  EXPECT_EQ(run("heddle-clang -dumpmachine").output, run("clang-19 -dumpmachine").output);
  EXPECT_EQ(run("heddle-clang++ --version").output, run("clang++-19 --version").output);
  EXPECT_THAT(run("heddle-clang --help-heddle").output, HasSubstr("-fno-heddle-bitcode"));
}

}  // namespace
}  // namespace heddle
