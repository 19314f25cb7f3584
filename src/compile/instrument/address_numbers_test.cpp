// SPDX-License-Identifier: Apache-2.0
//
// Which addresses the runtime is told of.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compile/built_compiler.h"

namespace heddle {
namespace {

class AddressNumbers : public BuiltCompiler {
 protected:
  std::size_t noted(const std::string& source) {
    const std::string ir = ir_of_c(source, "-O1");
    std::size_t count = 0;
    for (std::size_t at = ir.find("call void @__heddle_note_address"); at != std::string::npos;
         at = ir.find("call void @__heddle_note_address", at + 1)) {
      ++count;
    }
    return count;
  }
};

TEST_F(AddressNumbers, OfLocalsAndOfWhateverAFunctionIsGivenAreNoted) {
  EXPECT_EQ(noted("void use(int*); long f(void) { int here; use(&here); return (long)&here >> 12; }"), 1U);
  EXPECT_EQ(noted("long f(void* p) { return (long)p % 64; }"), 1U);
  EXPECT_EQ(noted("_Thread_local int t; long f(void) { return (long)&t >> 4; }"), 1U);
}

TEST_F(AddressNumbers, OfSharedVariablesAndAlignmentsAreNot) {
  EXPECT_EQ(noted("int g; long f(void) { return (long)&g >> 12; }"), 0U);
  EXPECT_EQ(noted("int f(int* p) { return ((long)p & 7) == 0; }"), 0U);
}

TEST_F(AddressNumbers, ComparisonsAreNoted) {
  EXPECT_EQ(noted("_Thread_local char t; char* g; int f(void) { return &t < g; }"), 1U);
  EXPECT_EQ(noted("int f(char* p, char* q) { return p == q; }"), 2U);
}

TEST_F(AddressNumbers, ComparisonsThatTellNothingAreNot) {
  EXPECT_EQ(noted("int g; int f(int* p) { return p == 0 || p == &g; }"), 0U);
  EXPECT_EQ(noted("int f(char* p, long n) { return p + n < p + 7; }"), 0U);
  EXPECT_EQ(noted("char *g, *h; int f(void) { return g < h; }"), 0U);  // what is loaded is looked at
}

TEST_F(AddressNumbers, AssemblyMayTellOneUnlessItIsNoneAndHandsAFloatingPointNumberThrough) {
  const auto may_tell = [&](const std::string& source) {
    return ir_of_c(source, "-O1").find("__heddle_makes_address_numbers") != std::string::npos;
  };
  EXPECT_TRUE(may_tell("long f(void) { long sp; __asm__(\"mov %%rsp, %0\" : \"=r\"(sp)); return sp; }"));
  EXPECT_TRUE(may_tell("double f(void) { double x; __asm__(\"\" : \"=x\"(x)); return x; }"));
  EXPECT_TRUE(may_tell("long f(long x) { __asm__(\"\" : \"+r\"(x)); return x; }"));
  EXPECT_FALSE(may_tell("double f(double x) { __asm__ volatile(\"\" : \"+x\"(x)); return 1 / x; }"));
}

TEST_F(AddressNumbers, DifferencesAreNotedUnlessOfOneObject) {
  EXPECT_EQ(noted("long f(char* begin, char* end) { return end - begin; }"), 2U);
  EXPECT_EQ(noted("long f(char* begin, long n) { char* end = begin + n * n; return end - begin; }"), 0U);
}

TEST_F(AddressNumbers, TextsOfAddressesAreNoted) {
  const std::string declared = "int printf(const char*, ...); _Thread_local char t[8];";
  EXPECT_EQ(noted(declared + "void f(void) { printf(\"%5d %-20p\", 1, t); }"), 1U);
  EXPECT_EQ(noted(declared + "void f(char* format) { printf(format, t); }"), 1U);
  EXPECT_EQ(noted(declared + "void f(void) { printf(\"%s%%p\", t); }"), 0U);
}

TEST_F(AddressNumbers, WhatIsPassedByValueIsNoted) {
  const std::string declared =
      "_Thread_local char t; struct S { union { char* p; long n; }; long more[4]; }; long g(struct S);";
  EXPECT_EQ(noted(declared + "long f(void) { struct S s = {{&t}, {0}}; return g(s); }"), 1U);
  EXPECT_EQ(noted(declared + "long f(struct S s) { return (long)s.p >> 12; }"), 1U);
}

TEST_F(AddressNumbers, WhatGoesThroughAPrivateAtomicIsNoted) {
  EXPECT_EQ(noted("_Thread_local char t; long f(void) { _Atomic long n = 0; n = (long)&t; return n; }"), 1U);
  EXPECT_EQ(noted("_Thread_local char t; long f(void) { _Atomic long n = 0;"
                  " return __c11_atomic_exchange(&n, (long)&t, 5) + n; }"), 1U);
}

TEST_F(AddressNumbers, NumbersThatACallerMayPassAsAddressesAreNoted) {
  EXPECT_EQ(noted("static long f(long n) { return n >> 12; } long (*g)(long) = f;"), 1U);
  EXPECT_EQ(noted("long f(long n) { return n >> 12; }"), 0U);
}

TEST_F(AddressNumbers, BytesOfAddressesAreNoted) {
  EXPECT_EQ(noted("_Thread_local char t; int f(int i) { union { void* p; unsigned char b[8]; } u = {&t}; return u.b[i]; }"),
            1U);
}

}  // namespace
}  // namespace heddle
