// SPDX-License-Identifier: Apache-2.0
//
// Number parsing: how far it looks, and that it agrees with libc.
#include <gtest/gtest.h>

#include <cerrno>
#include <climits>
#include <cmath>
#include <cstdint>
#include <vector>

#include "runtime/libc/recording_runtime.h"

extern "C" {
long __heddle_libc_strtol(const char*, char**, int);
unsigned long __heddle_libc_strtoul(const char*, char**, int);
long long __heddle_libc_strtoll(const char*, char**, int);
unsigned long long __heddle_libc_strtoull(const char*, char**, int);
double __heddle_libc_strtod(const char*, char**);
float __heddle_libc_strtof(const char*, char**);
long double __heddle_libc_strtold(const char*, char**);
std::intmax_t __heddle_libc_strtoimax(const char*, char**, int);
std::uintmax_t __heddle_libc_strtoumax(const char*, char**, int);
int __heddle_libc_atoi(const char*);
long __heddle_libc_atol(const char*);
long long __heddle_libc_atoll(const char*);
double __heddle_libc_atof(const char*);
}

namespace heddle::runtime::libc {
namespace {

TEST(Number, AnIntegerReadsItsDigitsAndTheCharacterThatEndsThem) {
  struct Case {
    const char* text;
    int base;
    const char* events;
    long value;
  };
  const std::vector<Case> cases = {
      {"42", 10, "read a+0:3", 42},   {"  -7x", 10, "read a+0:5", -7}, {"abc", 10, "read a+0:1", 0},
      {"ff.", 16, "read a+0:3", 255}, {"0x1fz", 0, "read a+0:5", 31},  {"0x1g", 16, "read a+0:4", 1},
      {"0xg", 0, "read a+0:3", 0},    {"0179", 0, "read a+0:4", 15},   {"zz9 ", 36, "read a+0:4", 46629},
      {"+", 10, "read a+0:2", 0},     {"", 10, "read a+0:1", 0},
  };
  for (const Case& test : cases) {
    reset_buffers(test.text, "");
    long value = -1;
    EXPECT_EQ(text_of(observe([&] { value = __heddle_libc_strtol(g_a, nullptr, test.base); })), test.events)
        << test.text;
    EXPECT_EQ(value, test.value) << test.text;
  }
}

TEST(Number, AFloatingNumberReadsWhatMayBelongToIt) {
  struct Case {
    const char* text;
    const char* events;
    double value;
  };
  const std::vector<Case> cases = {
      {"1.5", "read a+0:4", 1.5},       {" -2e3;", "read a+0:6", -2000}, {"1e+", "read a+0:4", 1},
      {"3kg", "read a+0:2", 3},         {"0x1p4", "read a+0:6", 16},     {"hello", "read a+0:1", 0},
      {"infx", "read a+0:5", HUGE_VAL},
  };
  for (const Case& test : cases) {
    reset_buffers(test.text, "");
    double value = -1;
    EXPECT_EQ(text_of(observe([&] { value = __heddle_libc_strtod(g_a, nullptr); })), test.events) << test.text;
    EXPECT_EQ(value, test.value) << test.text;
  }
}

TEST(Number, WhereTheNumberEndedIsWrittenAsAnEventOfItsOwn) {
  reset_buffers("42x", "");
  char** end = reinterpret_cast<char**>(g_b);
  EXPECT_EQ(text_of(observe([&] { __heddle_libc_strtoull(g_a, end, 10); })), "read a+0:3, write b+0:8");
  EXPECT_EQ(*end, g_a + 2);
}

TEST(Number, OverflowIsReportedAsLibcReportsIt) {
  reset_buffers("99999999999999999999", "");
  long value = 0;
  int error = 0;
  observe([&] {
    errno = 0;
    value = __heddle_libc_strtol(g_a, nullptr, 10);
    error = errno;
  });
  EXPECT_EQ(value, LONG_MAX);
  EXPECT_EQ(error, ERANGE);
}

TEST(Number, TheShortFormsAgree) {
  reset_buffers("12.5", "");
  double sum = 0;
  Observation seen = observe([&] {
    sum += __heddle_libc_atoi(g_a) + __heddle_libc_atol(g_a) + static_cast<double>(__heddle_libc_atoll(g_a));
    sum += static_cast<double>(__heddle_libc_strtoul(g_a, nullptr, 10)) +
           static_cast<double>(__heddle_libc_strtoll(g_a, nullptr, 10));
    sum += static_cast<double>(__heddle_libc_strtoimax(g_a, nullptr, 10)) +
           static_cast<double>(__heddle_libc_strtoumax(g_a, nullptr, 10));
    sum += __heddle_libc_atof(g_a) + __heddle_libc_strtof(g_a, nullptr);
    sum += static_cast<double>(__heddle_libc_strtold(g_a, nullptr));
  });
  EXPECT_EQ(sum, 7 * 12 + 3 * 12.5);
  EXPECT_EQ(seen.events.size(), 10u);
}

}  // namespace
}  // namespace heddle::runtime::libc
