// SPDX-License-Identifier: Apache-2.0
//
// Inline assembly that becomes events, and inline assembly that has to stay as it is. What the instructions calculate,
// tests/assembly compares with the processor.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compile/built_compiler.h"

namespace heddle {
namespace {

using testing::HasSubstr;
using testing::Not;

class Assembly : public BuiltCompiler {
 protected:
  // The function of one statement, with variables of every size around it.
  std::string body(const std::string& statement) const {
    return function_in(ir_of_c(around(statement)), "f");
  }

  // Left as it was, and warned about.
  bool is_refused(const std::string& statement, const std::string& options = "") {
    write("a.c", around(statement));
    Ran ran = run("heddle-clang -S -emit-llvm " + options + " a.c -o a.ll");
    std::string text = function_in(read("a.ll"), "f");
    const bool is_left = text.find(" asm ") != std::string::npos;
    const bool is_warned_about = ran.output.find("inline assembly may access memory") != std::string::npos;
    EXPECT_EQ(is_left, is_warned_about) << statement << "\n" << ran.output;
    return is_left && is_warned_about;
  }

  static std::string around(const std::string& statement) {
    return "#include <stdbool.h>\n#include <stdint.h>\n"
           "uint8_t g8; uint16_t g16; uint32_t g32; uint64_t g64; _Alignas(16) uint64_t pair[2]; void* gp; double gd;\n"
           "uint64_t f(uint64_t a, uint32_t b, uint16_t c, uint8_t d, void* p) { bool z = 0; uint64_t r = 0;\n" +
           statement + "\nreturn r + a + b + c + d + z + (uint64_t)p; }\n";
  }
};

constexpr char kLeft[] = " asm ";

TEST_F(Assembly, MovesAreAtomicAccesses) {
  std::string text = body(R"asm(__asm__ volatile("movb %1, %0" : "=q"(d) : "m"(g8));
    __asm__ volatile("movw %1, %0" : "=r"(c) : "m"(g16));
    __asm__ volatile("movl %1, %0" : "=r"(b) : "m"(g32));
    __asm__ volatile("movq %1, %0" : "=r"(a) : "m"(g64));
    __asm__ volatile("mov %1, %0" : "=m"(g64) : "r"(a) : "memory");
    __asm__ volatile("movl $5, %0" : "=m"(g32));)asm");
  EXPECT_THAT(text, HasSubstr("@__heddle_load1(ptr nonnull @g8, i32 2,"));
  EXPECT_THAT(text, HasSubstr("@__heddle_load2(ptr nonnull @g16, i32 2,"));
  EXPECT_THAT(text, HasSubstr("@__heddle_load4(ptr nonnull @g32, i32 2,"));
  EXPECT_THAT(text, HasSubstr("@__heddle_load8(ptr nonnull @g64, i32 2,"));
  EXPECT_THAT(text, testing::ContainsRegex("@__heddle_store8.ptr nonnull @g64, i64 [^,]*, i32 5,"));  // memory: releases
  EXPECT_THAT(text, HasSubstr("@__heddle_store4(ptr nonnull @g32, i64 5, i32 2,"));
  EXPECT_THAT(body(R"asm(__asm__ volatile("mov %1, %0" : "=r"(b) : "m"(g32) : "memory");)asm"),
              HasSubstr("@__heddle_load4(ptr nonnull @g32, i32 4,"));  // acquires
  EXPECT_THAT(text, Not(HasSubstr(kLeft)));
}

TEST_F(Assembly, TheSuffixDecidesAboutTheSizeNotTheTypeOfTheOperand) {
  EXPECT_THAT(body(R"asm(__asm__ volatile("movq %1, %0" : "=q"(p) : "m"(*(char*)&gp));)asm"), HasSubstr("@__heddle_load8(ptr nonnull @gp"));
}

TEST_F(Assembly, LockedInstructionsAreOneEvent) {
  struct Case {
    const char* text;
    const char* how;  // the operator in the second byte, sequential consistency in the first
  };
  for (auto [text, how] : {Case{"xchgl %1, %0", "7"}, Case{"lock xchgl %1, %0", "7"}, Case{"lock xaddl %1, %0", "263"},
                           Case{"lock; addl %1, %0", "263"}, Case{"lock\n\tsubl %1, %0", "519"},
                           Case{"lock andl %1, %0", "775"}, Case{"lock orl %1, %0", "1287"},
                           Case{"lock xorl %1, %0", "1543"}, Case{"lock incl %0", "263"}, Case{"lock decl %0", "519"},
                           Case{"lock notl %0", "1543"}, Case{"lock btsl %1, %0", "1287"},
                           Case{"lock btrl %1, %0", "775"}, Case{"lock btcl %1, %0", "1543"}}) {
    std::string function =
        body(std::string("__asm__ volatile(") + testing::PrintToString(std::string(text)) + " : \"+m\"(g32), \"+r\"(b) : : \"memory\");");
    EXPECT_EQ(count(function, "call i64 @__heddle_rmw("), 1U) << text;
    EXPECT_THAT(function, HasSubstr(std::string("i32 4, i32 ") + how + ",")) << text;
    EXPECT_EQ(count(function, "@__heddle_load4("), 0U) << text;
  }
}

TEST_F(Assembly, ChangesWithoutALockAreALoadAndAStore) {
  for (const char* text : {"incl %0", "decl %0", "negl %0", "addl %1, %0", "xaddl %1, %0", "btsl $3, %0", "notl %0"}) {
    std::string function =
        body(std::string("__asm__ volatile(\"") + text + R"asm(" : "+m"(g32), "+r"(b));)asm");
    EXPECT_EQ(count(function, "@__heddle_load4(ptr nonnull @g32, i32 2,"), 1U) << text;
    EXPECT_EQ(count(function, "@__heddle_store4(ptr nonnull @g32,"), 1U) << text;
    EXPECT_THAT(function, Not(HasSubstr("@__heddle_rmw("))) << text;
  }
}

TEST_F(Assembly, AnOutputThatIsChangedInPlaceIsReadToo) {
  EXPECT_THAT(body(R"asm(__asm__ volatile("lock; incl %0" : "=m"(g32) : : "memory");)asm"), HasSubstr("@__heddle_rmw(ptr nonnull @g32"));
}

TEST_F(Assembly, CompareExchangesOfEverySize) {
  std::string text = body(R"asm(__asm__ volatile("lock cmpxchgw %3, %0; setz %1" : "+m"(g16), "=q"(z), "+a"(c) : "r"(c));
    __asm__ volatile("lock cmpxchgl %3, %0" : "+m"(g32), "=@ccz"(z), "+a"(b) : "r"(b) : "memory", "cc");
    __asm__ volatile("lock; cmpxchg16b %0; sete %1" : "+m"(pair), "=q"(z), "+a"(a), "+d"(r) : "b"(a), "c"(r) : "memory");)asm");
  EXPECT_EQ(count(text, "@__heddle_cas("), 2U);
  EXPECT_EQ(count(text, "@__heddle_cas16("), 1U);
  EXPECT_THAT(text, Not(HasSubstr(kLeft)));
}

TEST_F(Assembly, PointersStayPointers) {
  std::string text = function_in(
      ir_of_c("void* gp; void* f(void* p) { __asm__(\"xchgq %0, %1\" : \"+r\"(p), \"+m\"(gp)); return p; }"), "f");
  EXPECT_THAT(text, HasSubstr("@__heddle_rmw(ptr nonnull @gp"));
  EXPECT_THAT(text, Not(HasSubstr("@__heddle_note_address")));
}

TEST_F(Assembly, DoublesTravelInGeneralRegisters) {
  std::string text = body(R"asm(double x; __asm__ volatile("movq %1, %0" : "=q"(x) : "m"(gd) : "memory"); r = (uint64_t)x;)asm");
  EXPECT_THAT(text, HasSubstr("@__heddle_load8(ptr nonnull @gd, i32 4,"));
}

TEST_F(Assembly, FencesAreSeenInEveryCostume) {
  for (const char* text : {"lock addl $0,(%%rsp)", "lock; addq $0, -8(%%rsp)", "lock; orl $0,0(%%rsp)", "lfence; mfence"}) {
    std::string function = body(std::string("__asm__ volatile(\"") + text + "\" ::: \"memory\");");
    EXPECT_THAT(function, HasSubstr("@__heddle_fence(i32 7,")) << text;
  }
  for (const char* text : {"lfence", "sfence", "prefetchw (%0)", ""}) {
    std::string function = body(std::string("__asm__ volatile(\"") + text + "\" :: \"r\"(p) : \"memory\");");
    EXPECT_THAT(function, Not(HasSubstr("@__heddle_fence"))) << text;
    EXPECT_THAT(function, Not(HasSubstr("@__heddle_call_point"))) << text;
  }
}

TEST_F(Assembly, AddressesInRegisters) {
  EXPECT_THAT(body(R"asm(__asm__ volatile("movl 8(%1,%2,4), %0" : "=r"(b) : "r"(p), "r"(a));)asm"), HasSubstr("@__heddle_load4("));
  EXPECT_THAT(body(R"asm(__asm__ volatile("lock incq (%%rdi)" : : "D"(p) : "memory");)asm"), HasSubstr("@__heddle_rmw("));
}

TEST_F(Assembly, WhatStaysOnTheOwnStackIsNoEvent) {
  std::string text = body(R"asm(int local = 1; __asm__ volatile("lock incl %0" : "+m"(local) : : "memory"); r = local;)asm");
  EXPECT_THAT(text, Not(HasSubstr("@__heddle_rmw")));
  EXPECT_THAT(text, Not(HasSubstr(kLeft)));
}

TEST_F(Assembly, TextsInTwoDialectsAndComments) {
  std::string text = body(R"asm(__asm__ volatile("{lock addl $1, %0|lock add %0, 1} # one more\n\t/* done */" : "+m"(g32));)asm");
  EXPECT_THAT(text, HasSubstr("@__heddle_rmw(ptr nonnull @g32, i64 1,"));
}

TEST_F(Assembly, AtomicNegationIsAnExchangeThatIsRepeated) {
  std::string text = body(R"asm(__asm__ volatile("lock negl %0" : "+m"(g32) : : "memory");)asm");
  EXPECT_EQ(count(text, "@__heddle_cas("), 1U);
  EXPECT_THAT(text, Not(HasSubstr("heddle.negate")));
}

TEST_F(Assembly, InstructionsOnRegistersAreLeftAlone) {
  write("a.c", around(R"asm(__asm__("addl %1, %0" : "+r"(b) : "r"(b)); __asm__ volatile("rdtsc" : "=a"(b) : : "rdx");)asm"));
  EXPECT_EQ(run("heddle-clang -S -emit-llvm a.c -o a.ll").output, "");
  EXPECT_EQ(count(function_in(read("a.ll"), "f"), " asm "), 2U);
}

TEST_F(Assembly, UnknownTextsAreRefused) {
  for (const char* text :
       {R"asm("lock lock incl %0" : "+m"(g32))asm", R"asm("rep; movsb" : "+D"(p) : : "memory")asm", R"asm("lock" ::: "memory")asm",
        R"asm("1: lock incl %0; jmp 1b" : "+m"(g32))asm", R"asm(".byte 0xf0; incl %0" : "+m"(g32))asm",
        R"asm("movl %%fs:0, %0" : "=r"(b) : : "memory")asm", R"asm("movl g32(%%rip), %0" : "=r"(b) : : "memory")asm",
        R"asm("movl g32, %0" : "=r"(b) : : "memory")asm", R"asm("movdqa %1, %%xmm0" : "+r"(b) : "m"(pair))asm",
        R"asm("addl $0, (%%rsp)" ::: "memory")asm", R"asm("lock addl $1, (%%rsp)" ::: "memory")asm",
        R"asm("pushq %0; popq %0" : "+r"(a) : : "memory")asm", R"asm("lock movl $1, %0" : "=m"(g32))asm",
        R"asm("lock btl $1, %0" : "+m"(g32))asm", R"asm("incl 4+%0" : "+m"(g32))asm", R"asm("cpuid" : "+a"(b) : : "rbx", "rcx", "rdx", "memory")asm",
        R"asm("xbegin 1f\n1:" ::: "memory")asm", R"asm("shll $1, %0" : "+m"(g32))asm", R"asm("movb %%ah, %0" : "=m"(g8))asm",
        R"asm("incl %c1(%0)" : : "r"(p), "i"(8) : "memory")asm"}) {
    EXPECT_TRUE(is_refused(std::string("__asm__ volatile(") + text + ");")) << text;
  }
}

TEST_F(Assembly, FlagsThatAreNotKnownAreRefused) {
  for (const char* text :
       {R"asm("setz %0" : "=m"(z))asm", R"asm("movl $1, %0; setz %1" : "=m"(g32), "=q"(z))asm", R"asm("lock incl %0; setc %1" : "+m"(g32), "=q"(z))asm",
        R"asm("lock btsl $1, %0; setz %1" : "+m"(g32), "=q"(z))asm", R"asm("notl %0" : "+m"(g32), "=@ccz"(z))asm",
        R"asm("lock; cmpxchg16b %0; setc %1" : "+m"(pair), "=q"(z), "+a"(a), "+d"(r) : "b"(a), "c"(r))asm"}) {
    EXPECT_TRUE(is_refused(std::string("__asm__ volatile(") + text + ");")) << text;
  }
}

TEST_F(Assembly, RegistersThatNobodySetOrThatAreNotOursAreRefused) {
  for (const char* text :
       {R"asm("movq %%rbx, %0" : "=m"(g64))asm", R"asm("movl $1, %%ebx; movl %%ebx, %0" : "=m"(g32))asm", R"asm("xchgl %1, %0" : "+m"(g32) : "r"(b))asm",
        R"asm("movl %0, %1" : "=r"(b) : "m"(g32))asm", R"asm("movb %1, %b0" : "=q"(b) : "m"(g8))asm",
        R"asm("lock cmpxchgl %1, %0" : "+m"(g32) : "r"(b))asm", R"asm("lock cmpxchgl %2, %0" : "+m"(g32), "+a"(a) : "r"(b))asm",
        R"asm("xchgq %1, %0" : "+m"(g64), "+r"(b))asm"}) {
    EXPECT_TRUE(is_refused(std::string("__asm__ volatile(") + text + ");")) << text;
  }
}

TEST_F(Assembly, AnInputThatMayShareItsRegisterWithAnOutputIsNotReadAfterIt) {
  EXPECT_TRUE(is_refused(R"asm(__asm__ volatile("movl $1, %0; movl %2, %1" : "=r"(b), "=m"(g32) : "r"(c + 0) : "memory");)asm"));
  EXPECT_TRUE(is_refused(R"asm(__asm__ volatile("movq $1, %0; movq %2, %1" : "=r"(a), "=m"(g64) : "r"(r) : "memory");)asm"));
  EXPECT_FALSE(is_refused(R"asm(__asm__ volatile("movq $1, %0; movq %2, %1" : "=&r"(a), "=m"(g64) : "r"(r) : "memory");)asm"));
}

TEST_F(Assembly, OtherSyntaxAndJumpsAreRefused) {
  EXPECT_TRUE(is_refused(R"asm(__asm__ volatile("lock inc dword ptr %0" : "+m"(g32));)asm", "-masm=intel"));
  EXPECT_TRUE(is_refused(R"asm(__asm__ goto("lock decl %0; jz %l1" : : "m"(g32) : "memory", "cc" : out); out:;)asm"));
}

TEST_F(Assembly, FunctionsThatAreNotInstrumentedKeepTheirs) {
  std::string ir = ir_of_c("int g; __attribute__((disable_sanitizer_instrumentation)) void f(void) {"
                           " __asm__ volatile(\"lock incl %0\" : \"+m\"(g)); }");
  EXPECT_THAT(function_in(ir, "f"), HasSubstr(kLeft));
}

}  // namespace
}  // namespace heddle
