// SPDX-License-Identifier: Apache-2.0
//
// What program points and stack sites say: places in the user's code, names of variables.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "compile/built_compiler.h"
#include "wire/abi.h"

namespace heddle {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

struct PointText {
  std::string file, function, variable;
  int line = 0;
  int column = 0;
  int kind = 0;
  int flags = 0;
};

class Points : public BuiltCompiler {
 protected:
  static std::map<std::string, std::string> texts_of(const std::string& ir) {
    std::map<std::string, std::string> texts;
    std::regex text(
        "(@heddle\\.text[.0-9]*) = [^\\n]*? c\"([^\"]*)\\\\00\"|(@heddle\\.text[.0-9]*) = [^\\n]*zeroinitializer");
    for (std::sregex_iterator at(ir.begin(), ir.end(), text), end; at != end; ++at) {
      if ((*at)[1].matched) texts[(*at)[1]] = (*at)[2];
    }
    return texts;
  }

  static std::vector<PointText> points_of(const std::string& ir) {
    std::map<std::string, std::string> texts = texts_of(ir);
    std::vector<PointText> points;
    std::regex point(
        "@heddle\\.point[.0-9]* = [^\\n]*\\{ ptr (@[a-z.0-9]+), ptr (@[a-z.0-9]+), ptr (@[a-z.0-9]+), i32 (\\d+), i16 "
        "(\\d+), "
        "i8 (\\d+), i8 (\\d+) \\}, section \"heddle_points\", align 32");
    for (std::sregex_iterator at(ir.begin(), ir.end(), point), end; at != end; ++at) {
      const std::smatch& match = *at;
      points.push_back({texts[match[1]], texts[match[2]], texts[match[3]], std::stoi(match[4]), std::stoi(match[5]),
                        std::stoi(match[6]), std::stoi(match[7])});
    }
    return points;
  }

  static std::multiset<std::string> variables_of(const std::string& ir) {
    std::multiset<std::string> names;
    for (const PointText& point : points_of(ir)) names.insert(point.variable);
    return names;
  }
};

TEST_F(Points, AtomicsAndLocksStandAtTheUsersLine) {
  std::string ir = ir_of_cxx(
      "#include <atomic>\n#include <mutex>\nstd::atomic<int> x;\nstd::mutex m;\n"
      "void f() {\n  x++;\n  std::lock_guard<std::mutex> guard(m);\n  x.store(1);\n}\n");
  std::vector<PointText> points = points_of(ir);
  ASSERT_GE(points.size(), 4U);
  std::vector<std::tuple<int, std::string>> seen;
  for (const PointText& point : points) {
    if (point.function != "f()") continue;
    EXPECT_EQ(point.file, "test.cpp");
    EXPECT_EQ(point.flags, point.variable == "m" ? wire::kPointNamesObject : 0) << point.variable;
    seen.emplace_back(point.line, point.variable);
  }
  EXPECT_THAT(seen, Contains(std::tuple(6, "x")));
  EXPECT_THAT(seen, Contains(std::tuple(7, "m")));
  EXPECT_THAT(seen, Contains(std::tuple(8, "x")));
}

TEST_F(Points, ColumnsAndFunctionsAreThoseOfTheSource) {
  std::vector<PointText> points = points_of(ir_of_cxx("namespace n { int g;\nint f(int x) {\n  return x + g;\n}\n}"));
  ASSERT_EQ(points.size(), 1U);
  EXPECT_EQ(points[0].file, "test.cpp");
  EXPECT_EQ(points[0].function, "n::f(int)");
  EXPECT_EQ(points[0].variable, "n::g");
  EXPECT_EQ(points[0].line, 3);
  EXPECT_EQ(points[0].column, 14);
  EXPECT_EQ(points[0].kind, 0);
}

TEST_F(Points, VariablesAreNamedAsInTheSource) {
  std::string ir = ir_of_cxx(R"(#include <atomic>
    struct Inner { int first, second; };
    struct Account { int id; long balance; Inner inner[3]; std::atomic<int> hits; Account* next;
      void deposit(long n) { balance += n; } };
    Account account; int plain; thread_local int mine; Account* head;
    void a() { account.balance = 1; }
    void b() { account.inner[2].second = 1; }
    void c() { account.hits = 1; }
    void d(Account* p) { p->balance = 1; }
    void e() { plain = 1; }
    void f() { mine = 1; }
    void g() { head->balance = 1; }
    void h(int* p) { *p = 1; }
    void i(int* p, int n) { p[n] = 1; }
    void j() { account.deposit(1); })");
  std::multiset<std::string> names = variables_of(ir);
  for (const char* name : {"account.balance", "account.inner[2].second", "account.hits", "p->balance", "plain", "mine",
                           "head", "head->balance", "*p", "p[]", "balance"}) {
    EXPECT_THAT(names, Contains(name));
  }
}

TEST_F(Points, StackObjectsThatEscapeAreRegisteredOnlyWhenTheirSiteIsVisible) {
  std::string ir =
      ir_of_c("void use(int*);\nvoid f(void) {\n  int shared = 0;\n  int own = 1;\n  use(&shared);\n  (void)own;\n}\n");
  EXPECT_EQ(count(ir, "section \"heddle_stack_sites\", align 32"), 1U);
  EXPECT_THAT(ir, HasSubstr("i32 3, i8 0, i8 0, [2 x i8] zeroinitializer }, section \"heddle_stack_sites\""));
  std::string body = function_in(ir, "f");
  EXPECT_EQ(count(body, "@__heddle_stack_object("), 1U);
  EXPECT_EQ(count(body, "load i8, ptr"), 1U);
  EXPECT_EQ(count(body, "@__heddle_load1("), 0U) << "looking at the site is no event";
}

TEST_F(Points, VolatileAccessesSaySo) {
  std::vector<PointText> points = points_of(ir_of_c("volatile int v; void f(void) { v = 1; }"));
  ASSERT_EQ(points.size(), 1U);
  EXPECT_EQ(points[0].flags, 1);
}

TEST_F(Points, LineTablesAloneStillGiveLines) {
  std::vector<PointText> points = points_of(ir_of_c("int v;\nvoid f(void) { v = 1; }", "-g0"));
  ASSERT_EQ(points.size(), 1U);
  EXPECT_EQ(points[0].line, 2);
  EXPECT_EQ(points[0].variable, "v");
}

TEST_F(Points, FilesOutsideOfTheCompilationsFolderHaveAbsoluteNames) {
  run("mkdir -p src build");
  write("src/a.c", "int v; void f(void) { v = 1; }\n");
  Ran ran = run("cd build && heddle-clang -S -emit-llvm \"$(realpath ../src/a.c)\" -o ../a.ll");
  ASSERT_EQ(ran.exit_code, 0) << ran.output;
  std::vector<PointText> points = points_of(read("a.ll"));
  ASSERT_EQ(points.size(), 1U);
  EXPECT_EQ(points[0].file, std::filesystem::canonical(folder_ / "src/a.c").string());
}

TEST_F(Points, ResultsThatAreUnusedOrOnlyComparedAreListed) {
  auto uses_in = [this](const std::string& body, const std::string& options = "") {
    return count(ir_of_c("#include <stdatomic.h>\nint g; atomic_int a; int* p;\n" + body, options),
                 "section \"heddle_result_uses\"");
  };
  EXPECT_EQ(uses_in("int f(void) { return g > 3; }"), 1U);
  EXPECT_EQ(uses_in("int f(void) { return p == 0; }"), 1U);
  EXPECT_EQ(uses_in("void f(void) { atomic_fetch_add(&a, 1); }"), 1U);
  EXPECT_EQ(uses_in("_Bool f(int e) { return atomic_compare_exchange_strong(&a, &e, 2); }"), 1U);
  EXPECT_EQ(uses_in("int f(void) { return g; }"), 0U);
  EXPECT_EQ(uses_in("int f(int n) { return g > n; }"), 0U);
  EXPECT_EQ(uses_in("int f(void) { int x = g; return x > 3 ? x : 0; }"), 0U);
  EXPECT_EQ(uses_in("int f(void) { return g > 3; }", "-fno-heddle-labels"), 0U);
  EXPECT_EQ(uses_in("int f(void) { return g > 3; }", "-fno-heddle-fingerprints"), 0U);
}

TEST_F(Points, AContextIsMadeBeforeWhateverMayBeAnEvent) {
  std::string source = "int g; void out(int); static int only(int x) { return x + 1; }\n"
                       "int f(int x) { out(g); return only(x); } int none(int x) { return only(x); }";
  std::string ir = ir_of_c(source);
  EXPECT_EQ(count(function_in(ir, "f"), "load i64, ptr @__heddle_context"), 1U);
  EXPECT_EQ(count(function_in(ir, "f"), "@__heddle_mix"), 2U);  // for the load and for the call
  EXPECT_EQ(count(function_in(ir, "none"), "@__heddle_mix"), 0U);
  EXPECT_THAT(ir_of_c(source, "-fno-heddle-fingerprints"), Not(HasSubstr("@__heddle_mix")));
}

}  // namespace
}  // namespace heddle
