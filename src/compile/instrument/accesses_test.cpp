// SPDX-License-Identifier: Apache-2.0
//
// Which accesses become events, and as which call.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compile/built_compiler.h"

namespace heddle {
namespace {

using testing::HasSubstr;
using testing::Not;

class Accesses : public BuiltCompiler {};

TEST_F(Accesses, EverySourceLevelAccessIsOneEventAtEveryLevel) {
  constexpr char kSource[] = R"(int g; volatile int v;
    int twice(void) { int a = g; int b = g; return a + b; }
    void dead(void) { g = 1; g = 2; v = 3; }
    void spin(void) { while (!g); }
    void unused(void) { int t = g; (void)t; })";
  for (const char* level : {"-O0", "-O1", "-O2", "-O3", ""}) {
    std::string ir = ir_of_c(kSource, level);
    EXPECT_EQ(count(function_in(ir, "twice"), "call i64 @__heddle_load4("), 2U) << level;
    EXPECT_EQ(count(function_in(ir, "dead"), "call void @__heddle_store4("), 3U) << level;
    EXPECT_EQ(count(function_in(ir, "spin"), "call i64 @__heddle_load4("), 1U) << level;
    EXPECT_EQ(count(function_in(ir, "unused"), "call i64 @__heddle_load4("), 1U) << level;
  }
}

TEST_F(Accesses, LoopsWithoutEffectsStayLoops) {
  std::string ir = ir_of_cxx("void hang() { for (;;); } void until(bool b) { while (!b); }", "-O2");
  EXPECT_THAT(function_in(ir, "_Z4hangv"), Not(HasSubstr("unreachable")));
  EXPECT_EQ(count(function_in(ir, "_Z4hangv"), "  ret void"), 0U);
}

TEST_F(Accesses, SizesAndTypesTravelAsBitsOrThroughABuffer) {
  std::string ir = ir_of_c(R"(char c; short s; long l; float f; double d; int* p; long double ld; __int128 i;
    typedef int v4 __attribute__((vector_size(16))); v4 v;
    char rc(void) { return c; } void ws(short x) { s = x; } float rf(void) { return f; } void wd(double x) { d = x; }
    int* rp(void) { return p; } long double rld(void) { return ld; } void wi(__int128 x) { i = x; }
    v4 rv(void) { return v; })");
  EXPECT_THAT(function_in(ir, "rc"), HasSubstr("@__heddle_load1("));
  EXPECT_THAT(function_in(ir, "ws"), HasSubstr("@__heddle_store2("));
  EXPECT_THAT(function_in(ir, "rf"), HasSubstr("@__heddle_load4("));
  EXPECT_THAT(function_in(ir, "wd"), HasSubstr("@__heddle_store8("));
  EXPECT_THAT(function_in(ir, "rp"), HasSubstr("@__heddle_load8("));
  EXPECT_THAT(function_in(ir, "rld"),
              testing::ContainsRegex("@__heddle_read\\(ptr [^,]*, ptr [^,]*@ld, i64 10, i32 0,"));
  EXPECT_THAT(function_in(ir, "wi"),
              testing::ContainsRegex("@__heddle_write\\(ptr [^,]*@i, ptr [^,]*, i64 16, i32 0,"));
  EXPECT_THAT(function_in(ir, "rv"), testing::ContainsRegex("@__heddle_read\\(ptr [^,]*, ptr [^,]*@v, i64 16,"));
}

TEST_F(Accesses, AtomicsKeepTheirOrders) {
  std::string ir = ir_of_cxx(R"(#include <atomic>
    std::atomic<int> x; std::atomic<bool> b;
    int load() { return x.load(std::memory_order_acquire); }
    void store() { x.store(1, std::memory_order_release); }
    int add() { return x.fetch_add(2, std::memory_order_relaxed); }
    int exchange() { return x.exchange(3); }
    bool cas(int& e) { return x.compare_exchange_weak(e, 4, std::memory_order_acq_rel, std::memory_order_relaxed); }
    void fence() { std::atomic_thread_fence(std::memory_order_seq_cst);
                   std::atomic_signal_fence(std::memory_order_acquire); }
    bool flag() { return b; })");
  EXPECT_THAT(function_in(ir, "_Z4loadv"), testing::ContainsRegex("@__heddle_load4\\(ptr [^,]*@x, i32 4,"));
  EXPECT_THAT(function_in(ir, "_Z5storev"), testing::ContainsRegex("@__heddle_store4\\(ptr [^,]*@x, i64 1, i32 5,"));
  EXPECT_THAT(function_in(ir, "_Z3addv"),
              testing::ContainsRegex("@__heddle_rmw\\(ptr [^,]*@x, i64 2, i32 4, i32 258,"));
  EXPECT_THAT(function_in(ir, "_Z8exchangev"),
              testing::ContainsRegex("@__heddle_rmw\\(ptr [^,]*@x, i64 3, i32 4, i32 7,"));
  std::string cas = function_in(ir, "_Z3cas");
  EXPECT_EQ(count(cas, "call { i64, i64 } @__heddle_cas("), 1U) << "one site, whatever the switch over orders";
  EXPECT_THAT(cas, testing::ContainsRegex("i64 4, i32 4, i32 66054,"));  // 6 | 2 << 8 | 1 << 16
  EXPECT_THAT(function_in(ir, "_Z5fencev"), HasSubstr("@__heddle_fence(i32 7,"));
  EXPECT_THAT(function_in(ir, "_Z5fencev"), HasSubstr("@__heddle_fence(i32 260,"));
  EXPECT_THAT(function_in(ir, "_Z4flagv"), HasSubstr("@__heddle_load1("));
  EXPECT_THAT(ir, Not(testing::ContainsRegex("(load|store) atomic|atomicrmw|cmpxchg|\n  fence")));
}

TEST_F(Accesses, LargeAtomicsNeedNoLibrary) {
  std::string ir = ir_of_c(R"(#include <stdatomic.h>
    struct S { long a, b; }; _Atomic struct S s; _Atomic __int128 n; _Atomic long double ld;
    struct S load(void) { return s; } void store(struct S x) { s = x; }
    void add(void) { n++; } void next(void) { ld += 1; }
    _Bool cas(struct S* e, struct S d) { return atomic_compare_exchange_strong(&s, e, d); })",
                           "-Wno-atomic-alignment");
  EXPECT_THAT(function_in(ir, "load"),
              testing::ContainsRegex("@__heddle_read\\(ptr [^,]*, ptr [^,]*@s, i64 16, i32 7,"));
  EXPECT_THAT(function_in(ir, "store"),
              testing::ContainsRegex("@__heddle_write\\(ptr [^,]*@s, ptr [^,]*, i64 16, i32 7,"));
  EXPECT_THAT(function_in(ir, "add"), testing::ContainsRegex("@__heddle_rmw16\\(ptr [^,]*@n,[^@]* i32 263,"));
  EXPECT_THAT(function_in(ir, "next"), HasSubstr("@__heddle_cas16("));
  EXPECT_THAT(function_in(ir, "cas"), HasSubstr("@__heddle_cas16("));
  EXPECT_THAT(ir, Not(HasSubstr("@__atomic_")));
}

TEST_F(Accesses, PrivateMemoryAndConstantsAreNoEvents) {
  std::string ir = ir_of_c(R"(static const int table[4] = {1, 2, 3, 4};
    int local(int n) { int a[8]; for (int i = 0; i < 8; i++) a[i] = n + i; return a[n & 7] + table[n & 3]; }
    int chosen(int n) { int a[2] = {n, 1}, b[2] = {2, n}; int* p = n > 3 ? a : b;
                        p[n & 1] = 4; return a[0] + b[1]; })");
  EXPECT_THAT(function_in(ir, "local"), Not(testing::ContainsRegex("call [^@]*@__heddle_")));
  EXPECT_THAT(function_in(ir, "chosen"), Not(testing::ContainsRegex("call [^@]*@__heddle_")));
}

TEST_F(Accesses, WritesThatMayLeaveTheirPrivateObjectAreGuarded) {
  std::string ir = ir_of_c(R"(
    int index(int n) { int a[8] = {n}; a[n] = 1; return a[n & 7]; }
    int twice(int n) { int a[8] = {n}; a[n + 1] = 1; a[-n] = 2; return a[n & 7]; }
    int fill(int n) { char a[64] = {1}; __builtin_memset(a, n, n); return a[n & 63]; }
    int walk(int n) { int a[8] = {n}, *p = a; while (n--) p++; *p = 1; return a[n & 7]; }
    int grow(int n) { int a[n]; a[0] = 1; return a[n >> 1]; })");
  EXPECT_EQ(count(function_in(ir, "index"), "call void @__heddle_stray_write("), 1U);
  EXPECT_EQ(count(function_in(ir, "twice"), "call void @__heddle_stray_write("), 2U);
  EXPECT_EQ(count(function_in(ir, "fill"), "call void @__heddle_stray_write("), 1U);
  EXPECT_EQ(count(function_in(ir, "walk"), "call void @__heddle_stray_write("), 1U);
  EXPECT_EQ(count(function_in(ir, "grow"), "call void @__heddle_stray_write("), 1U) << "the array itself";
}

TEST_F(Accesses, CodeWithoutFingerprintsIsGuardedToo) {  // it may be called while a result is tried out
  std::string ir = ir_of_c("int f(int n) { int a[8] = {n}; a[n] = 1; return a[n & 7]; }", "-fno-heddle-fingerprints");
  EXPECT_EQ(count(function_in(ir, "f"), "call void @__heddle_stray_write("), 1U);
}

TEST_F(Accesses, WritesThatStayInsideTheirPrivateObjectNeedNoGuard) {
  std::string ir = ir_of_c(R"(struct S { int a, b[4]; };
    int constant(int n) { struct S s = {n}; s.b[3] = n; return s.b[n & 3]; }
    int masked(int n) { int a[8] = {n}; a[n & 7] = 1; a[(unsigned)n % 8] = 2; a[(unsigned char)n >> 5] = 3; return a[n & 3]; }
    int counted(int n) { int a[8]; for (int i = 0; i < 8; i++) a[i] = n; return a[n & 7]; }
    int beyond(int n) { int a[8]; for (int i = 0; i <= 8; i++) a[i] = n; return a[n & 7]; }
    int until(int n) { int a[8] = {n}; for (int i = 0; i < n; i++) a[i] = n; return a[n & 7]; })");
  for (const char* name : {"constant", "masked", "counted"}) {
    EXPECT_THAT(function_in(ir, name), Not(HasSubstr("@__heddle_stray_write("))) << name;
  }
  for (const char* name : {"beyond", "until"}) {
    EXPECT_THAT(function_in(ir, name), HasSubstr("@__heddle_stray_write(")) << name;
  }
}

TEST_F(Accesses, AnObjectIsPrivateForAllItsAccessesOrForNone) {
  std::string ir = ir_of_c(R"(int g;
    int mixed(int n) { int a[2] = {n, n}; int* p = n > 3 ? a : &g; *p = 4; return a[n & 1]; })");
  std::string body = function_in(ir, "mixed");
  EXPECT_EQ(count(body, "@__heddle_store4("), 3U) << "both elements and *p";
  EXPECT_EQ(count(body, "@__heddle_load4("), 1U);
  EXPECT_EQ(count(body, "@__heddle_stack_object("), 1U);
}

TEST_F(Accesses, AChoiceBetweenLocalAndSharedReadsOnlyOneOfThem) {
  std::string ir = ir_of_c("int g; int f(int c, int x) { int l = x; int* p = c ? &l : &g; return *p; }");
  EXPECT_EQ(count(function_in(ir, "f"), "@__heddle_load4("), 1U);
  EXPECT_THAT(function_in(ir, "f"), Not(HasSubstr("@__heddle_load4(ptr noundef nonnull @g")));
}

TEST_F(Accesses, ACopyOfASharedStructIsOneEvent) {
  std::string ir = ir_of_c(R"(struct S { int a, b; long c, d; } s, t; void take(struct S);
    int one(void) { struct S l = s; return l.a; }
    void put(int n) { struct S l = {n, n, n, n}; s = l; }
    void both(void) { s = t; }
    void clear(void) { __builtin_memset(&s, 0, sizeof s); }
    void by_value(void) { take(s); })");
  EXPECT_THAT(function_in(ir, "one"), testing::ContainsRegex("@__heddle_read\\(ptr [^,]*, ptr [^,]*@s, i64 24,"));
  EXPECT_THAT(function_in(ir, "one"), Not(HasSubstr("@__heddle_load")));
  EXPECT_THAT(function_in(ir, "put"), testing::ContainsRegex("@__heddle_write\\(ptr [^,]*@s, ptr [^,]*, i64 24,"));
  EXPECT_THAT(function_in(ir, "both"), HasSubstr("@__heddle_memcpy("));
  EXPECT_THAT(function_in(ir, "clear"), HasSubstr("@__heddle_memset("));
  EXPECT_THAT(function_in(ir, "by_value"), testing::ContainsRegex("@__heddle_read\\(ptr [^,]*, ptr [^,]*@s, i64 24,"));
}

TEST_F(Accesses, VirtualCallsReadTheTablesAddressButNotTheConstantTable) {
  std::string ir = ir_of_cxx("struct A { virtual int f(); int x; }; int call(A* a) { return a->f(); }");
  EXPECT_EQ(count(function_in(ir, "_Z4callP1A"), "@__heddle_load8("), 1U);
}

TEST_F(Accesses, UninstrumentedFunctionsAreLeftAlone) {
  std::string ir = ir_of_cxx(R"(int g; __attribute__((disable_sanitizer_instrumentation)) int quiet() { return g; })");
  EXPECT_THAT(function_in(ir, "_Z5quietv"), Not(HasSubstr("@__heddle_")));
}

}  // namespace
}  // namespace heddle
