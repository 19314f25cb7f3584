// SPDX-License-Identifier: Apache-2.0
//
// Calls that leave the instrumented code: redirects, announcements, warnings.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compile/built_compiler.h"
#include "wire/libc_redirects.h"

namespace heddle {
namespace {

using testing::HasSubstr;
using testing::Not;

class Calls : public BuiltCompiler {};

TEST_F(Calls, LibcFunctionsAreRedirectedAndTheirResultsMayBeUnused) {
  std::string ir = ir_of_c(R"(#include <string.h>
    #include <stdlib.h>
    #include <stdio.h>
    char a[9], b[9];
    void f(void) { (void)strlen(a); strcpy(a, b); (void)memcmp(a, b, 9); printf("%s", a);
                   (void)atoi(a); (void)strcmp(a, b); }
    size_t (*pointer(void))(const char*) { return strlen; })");
  std::string body = function_in(ir, "f");
  for (const char* name : {"strlen", "strcpy", "memcmp", "printf", "atoi", "strcmp"}) {
    EXPECT_EQ(count(body, std::string("@__heddle_libc_") + name + "("), 1U) << name;
  }
  EXPECT_THAT(function_in(ir, "pointer"), HasSubstr("@__heddle_libc_strlen"));
  EXPECT_THAT(body, HasSubstr("ptr @__heddle_call_point"));
}

TEST_F(Calls, PointsCarryTheNameThatTheUserWrote) {
  std::string ir = ir_of_c("#include <stdio.h>\nint n; char t[9]; int f(void) { return sscanf(t, \"%d\", &n); }");
  EXPECT_THAT(ir, HasSubstr("@__heddle_libc___isoc99_sscanf("));
  EXPECT_THAT(ir, HasSubstr("c\"sscanf\\00\""));
  EXPECT_THAT(ir, Not(HasSubstr("c\"__isoc99_sscanf")));
}

TEST_F(Calls, TheLengthOfALiteralIsNoEvent) {
  std::string ir = ir_of_cxx("#include <string>\nint f() { return std::char_traits<char>::length(\"abc\"); }");
  EXPECT_THAT(function_in(ir, "_Z1fv"), HasSubstr("ret i32 3"));
}

TEST_F(Calls, ResolversOfFunctionsRunBeforeTheRuntimeCanBeCalled) {
  std::string ir = ir_of_c(R"(int g; int one(void) { return g; } static void* pick(void) { return g ? one : 0; }
    int chosen(void) __attribute__((ifunc("pick"))); int f(void) { return chosen(); })");
  EXPECT_THAT(function_in(ir, "pick"), Not(HasSubstr("@__heddle_")));
  EXPECT_THAT(function_in(ir, "one"), HasSubstr("@__heddle_load4("));
}

TEST_F(Calls, ADefinitionOfTheUsersOwnIsNotRedirected) {
  std::string ir =
      ir_of_c("int puts(const char* s) { return s[0]; } int f(void) { return puts(\"x\"); }", "-fno-builtin");
  EXPECT_THAT(function_in(ir, "f"), Not(HasSubstr("__heddle_libc_puts")));
  EXPECT_THAT(ir, HasSubstr("@__heddle_libc_puts = alias"));
}

TEST_F(Calls, AFunctionOfAnotherTypeIsNotLibcs) {
  std::string ir = ir_of_c("long read(double x); int memcmp(); long f(void) { return read(1.0) + memcmp(\"a\", \"b\", 1L); }",
                           "-fno-builtin -Wno-everything");
  EXPECT_THAT(ir, Not(HasSubstr("__heddle_libc_read")));
  EXPECT_THAT(function_in(ir, "f"), HasSubstr("@__heddle_libc_memcmp("));
}

TEST_F(Calls, AFunctionOfTheProgramsOwnInAnotherFilePrevails) {
  write("own.c", "long write(int where, const void* what, unsigned long size) { return where + 40; }");
  write("main.c", "long write(int, const void*, unsigned long); int main(void) { return (int)write(2, \"x\", 1); }");
  EXPECT_EQ(run("heddle-clang -Wno-everything own.c main.c -o own && ./own").exit_code, 42);
}

TEST_F(Calls, OnlyCallsThatLeaveTheModuleAreAnnounced) {
  std::string ir = ir_of_c(R"(void out(void); int own(int x) { return x; } double sqrt(double);
    void f(void) { out(); } void indirect(void (*p)(void)) { p(); }
    int g(int x) { return own(x); } double m(double x) { return sqrt(x); })");
  EXPECT_THAT(function_in(ir, "f"), HasSubstr("store volatile ptr @heddle.point"));
  EXPECT_THAT(function_in(ir, "indirect"), HasSubstr("ptr @__heddle_call_point"));
  EXPECT_THAT(function_in(ir, "g"), Not(HasSubstr("@__heddle_call_point")));
  EXPECT_THAT(function_in(ir, "m"), Not(HasSubstr("@__heddle_call_point")));
}

TEST_F(Calls, PureFunctionsWithEventsAreCalledAsOftenAsWritten) {
  std::string ir = ir_of_c(R"(int g; __attribute__((pure, noinline)) static int look(void) { return g; }
    int f(void) { return look() + look(); } void h(void) { (void)look(); })");
  EXPECT_EQ(count(function_in(ir, "f"), "@look("), 2U);
  EXPECT_EQ(count(function_in(ir, "h"), "@look("), 1U);
}

TEST_F(Calls, InlineAssemblyIsJudgedByWhatItTouches) {
  write("a.c", R"(int g;
void barrier(void) { __asm__ volatile("" ::: "memory"); }
void relax(void) { __asm__ volatile("rep; nop" ::: "memory"); __asm__ volatile("pause"); __builtin_ia32_pause(); }
void full(void) { __asm__ volatile("mfence" ::: "memory"); }
int registers(int x) { __asm__("incl %0" : "+r"(x)); return x; }
void touches(void) {
  __asm__ volatile("rorl $1, %0" : "+m"(g));
}
)");
  Ran ran = run("heddle-clang -S -emit-llvm a.c -o a.ll");
  EXPECT_EQ(ran.output, "a.c:7:3: warning: heddle: inline assembly may access memory, which Heddle does not see\n");
  std::string ir = read("a.ll");
  EXPECT_THAT(function_in(ir, "barrier"), Not(testing::ContainsRegex("call [^@]*@__heddle")));
  EXPECT_EQ(count(function_in(ir, "relax"), "call void @__heddle_pause("), 3U);
  EXPECT_THAT(function_in(ir, "full"), HasSubstr("@__heddle_fence(i32 7"));
  EXPECT_THAT(function_in(ir, "touches"), HasSubstr("@__heddle_call_point"));
}

TEST_F(Calls, RefusedAndUnseenCallsAreWarnedAboutOnceByNameAndLine) {
  write("a.c", R"(int fork(void); int pthread_kill(unsigned long, int); unsigned long mbstowcs(int*, const char*, unsigned long);
int f(void) {
  return fork();
}
int g(void) { return fork() + fork(); }
unsigned long h(int* to, const char* from) { return mbstowcs(to, from, 3); }
)");
  Ran ran = run("heddle-clang -fno-builtin -c a.c");
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.output,
            "a.c:3:10: warning: heddle: call of 'fork' will end the execution without a verdict: creates a process or "
            "replaces this one, which Heddle cannot follow (and 2 further uses)\n"
            "a.c:6:53: warning: heddle: call of 'mbstowcs' is not under Heddle's control: it reads or writes memory of "
            "the program, which Heddle does not see\n");
  EXPECT_EQ(run("heddle-clang -c a.c -fheddle-no-warnings").output, "");
}

TEST_F(Calls, ExternalFunctionsThatTheTableDoesNotClearAreListed) {
  std::string ir = ir_of_c(R"(#include <stdlib.h>
    #include <sys/random.h>
    void out(int); static void own(void) {} double sqrt(double); int toupper(int); void unused(void);
    char b[8]; size_t mbstowcs(wchar_t*, const char*, size_t); wchar_t w[9];
    double f(void) { out(1); own(); out(2); free(malloc(3)); getrandom(b, 8, 0); mbstowcs(w, b, 8);
                     return sqrt(toupper('x')); })");
  EXPECT_EQ(count(ir, "section \"heddle_externals\""), 3U);
  EXPECT_EQ(count(ir, "section \"heddle_definitions\""), 1U);
  EXPECT_THAT(ir, HasSubstr("i32 2, i32 5 }, section \"heddle_externals\""));  // out: two uses, unknown
  EXPECT_THAT(ir, HasSubstr("i32 1, i32 3 }, section \"heddle_externals\""));  // getrandom: fixed
  EXPECT_THAT(ir, HasSubstr("i32 1, i32 4 }, section \"heddle_externals\""));  // mbstowcs: unseen
}

TEST_F(Calls, MembersOfStringsAreInstrumentedWithEveryStandard) {
  for (const char* standard : {"-std=c++14", "-std=c++20"}) {
    std::string ir =
        ir_of_cxx("#include <string>\nvoid f(std::string& s) { s.append(\"x\"); s.push_back('y'); }", standard);
    std::string append = function_in(ir, "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE9_M_appendEPKcm");
    EXPECT_THAT(append, testing::StartsWith("\ndefine linkonce_odr")) << standard;
    EXPECT_THAT(append, HasSubstr("@__heddle_load")) << standard;
  }
}

TEST_F(Calls, BodiesOfExternTemplatesAreTheProgramsOwn) {
  std::string ir = ir_of_cxx(
      "template <class T> struct B { T x; T get() { return x; } };\n"
      "extern template struct B<int>; int (B<int>::*f())() { return &B<int>::get; }");
  EXPECT_THAT(function_in(ir, "_ZN1BIiE3getEv"), HasSubstr("define linkonce_odr"));
  EXPECT_THAT(function_in(ir, "_ZN1BIiE3getEv"), HasSubstr("@__heddle_load4"));
}

TEST_F(Calls, TheModuleAnnouncesItsTablesFirstOfAll) {
  std::string ir = ir_of_c("int g; int f(void) { return g; }");
  EXPECT_THAT(ir, HasSubstr("{ i32 0, ptr @__heddle_module_init, ptr @__heddle_module_init }"));
  EXPECT_THAT(ir, HasSubstr("@__start_heddle_points = extern_weak hidden"));
  EXPECT_THAT(function_in(ir, "__heddle_module_init"), HasSubstr("comdat"));
}

}  // namespace
}  // namespace heddle
