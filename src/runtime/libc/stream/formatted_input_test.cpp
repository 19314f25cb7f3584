// SPDX-License-Identifier: Apache-2.0
//
// The scanf family: every assignment is one write of exactly what was assigned, and results are those of libc.
#include <gtest/gtest.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "runtime/libc/recording_runtime.h"

extern "C" {
int __heddle_libc_sscanf(const char*, const char*, ...);
int __heddle_libc_vsscanf(const char*, const char*, va_list);
int __heddle_libc_fscanf(FILE*, const char*, ...);
int __heddle_libc___isoc99_sscanf(const char*, const char*, ...);
int __heddle_libc___isoc99_fscanf(FILE*, const char*, ...);
int __heddle_libc___isoc99_vsscanf(const char*, const char*, va_list);
}

namespace heddle::runtime::libc {
namespace {

// Input and format stand on the own stack, where reading them is no event.
const char* own(const char* text, int place) { return std::strcpy(own_stack_buffer() + 256 * place, text); }

struct Case {
  const char *input, *format;
  int result;
  const char* events;  // destinations are g_a + 0, 16, 32, 48
};

int scan(const char* input, const char* format) {
  return __heddle_libc___isoc99_sscanf(input, format, g_a, g_a + 16, g_a + 32, g_a + 48);
}

TEST(FormattedInput, EachAssignmentIsOneWriteOfItsSize) {
  const std::vector<Case> cases = {
      {"12", "%d", 1, "write a+0:4"},
      {"12 13", "%d%hd", 2, "write a+0:4, write a+16:2"},
      {"1 2 3 4", "%hhd%ld%lld%zu", 4, "write a+0:1, write a+16:8, write a+32:8, write a+48:8"},
      {"1 2 3", "%f%lf%Lf", 3, "write a+0:4, write a+16:8, write a+32:16"},
      {"0x10", "%p", 1, "write a+0:8"},
      {"7 8", "%*d%d", 1, "write a+0:4"},
      {"hello you", "%s%s", 2, "write a+0:6, write a+16:4"},
      {"hello", "%3s%s", 2, "write a+0:4, write a+16:3"},
      {"abc]9", "%[]abc]%d", 2, "write a+0:5, write a+16:4"},
      {"ab-9", "%[^]-]-%d", 2, "write a+0:3, write a+16:4"},
      {"abc", "%c%2c", 2, "write a+0:1, write a+16:2"},
      {"abc", "%9c", 1, "write a+0:3"},
      {"12x", "%d%n%c", 2, "write a+0:4, write a+16:4, write a+32:1"},
      {"x", "%d", 0, ""},
      {"", "%d", EOF, ""},
      {"1 x", "%d%d%n", 1, "write a+0:4"},
      {"1%", "%d%%%n", 1, "write a+0:4, write a+16:4"},
      {"1!", "%d?%n", 1, "write a+0:4"},
      {"1 2", "%2$d%1$hd", 2, "write a+16:4, write a+0:2"},
      {"ab c", "%ls%lc", 2, "write a+0:12, write a+16:4"},
      {"1 2 3", "%d %hhn%d", 2, "write a+0:4, write a+16:1, write a+32:4"},
  };
  for (const Case& test : cases) {
    reset_buffers("", "");
    const char* input = own(test.input, 0);
    const char* format = own(test.format, 1);
    int result = -2;
    EXPECT_EQ(text_of(observe([&] { result = scan(input, format); })), test.events)
        << test.input << " | " << test.format;
    EXPECT_EQ(result, test.result) << test.input << " | " << test.format;
    std::string actual(g_a, sizeof(g_a));
    reset_buffers("", "");
    std::sscanf(test.input, test.format, g_a, g_a + 16, g_a + 32, g_a + 48);
    EXPECT_EQ(actual.substr(0, 42), std::string(g_a, 42)) << test.input << " | " << test.format;  // 42: end of %Lf
  }
}

TEST(FormattedInput, SharedInputAndFormatAreReadAndKept) {
  reset_buffers("%d%d", "1 2");
  int* numbers = reinterpret_cast<int*>(own_stack_buffer());
  int result = 0;
  Observation seen = observe([&] { result = __heddle_libc___isoc99_sscanf(g_b, g_a, numbers, numbers + 1); },
                             [](int event) {
                               if (event == 1) std::strcpy(g_b, "8 9");
                             });
  EXPECT_EQ(text_of(seen), "read b+0:4, read a+0:5");
  EXPECT_EQ(result, 2);
  EXPECT_EQ(numbers[0], 1);
  EXPECT_EQ(numbers[1], 2);
}

TEST(FormattedInput, AnAllocatedStringIsWrittenBeforeThePointerToIt) {
  reset_buffers("", "");
  const char* input = own("hello xyz", 0);
  const char* format = own("%ms %2mc", 1);
  char** first = reinterpret_cast<char**>(g_a);
  char** second = reinterpret_cast<char**>(g_b);
  Observation seen = observe([&] { __heddle_libc___isoc99_sscanf(input, format, first, second); });
  EXPECT_EQ(text_of(seen), "write, write a+0:8, write, write b+0:8");
  EXPECT_EQ(seen.events[0].bytes, std::string("hello", 6));
  EXPECT_EQ(seen.events[2].bytes, "xy");
  EXPECT_STREQ(*first, "hello");
  std::free(*first);
  std::free(*second);
}

TEST(FormattedInput, AStreamIsAnEventOfItsOwn) {
  FILE* stream = std::tmpfile();
  std::fputs("17 hello ab", stream);
  std::rewind(stream);
  reset_buffers("", "");
  int first = 0, second = 0;
  const char* format = own("%d%s", 0);
  const char* characters = own(" %5c", 1);
  EXPECT_EQ(text_of(observe([&] { first = __heddle_libc___isoc99_fscanf(stream, format, g_a, g_b); })),
            "call, write a+0:4, write b+0:6");
  EXPECT_STREQ(g_b, "hello");
  EXPECT_EQ(text_of(observe([&] { second = __heddle_libc_fscanf(stream, characters, g_a); })), "call, write a+0:2");
  EXPECT_EQ(first, 2);
  EXPECT_EQ(second, 1);
  std::fclose(stream);
}

int scan_list(int (*function)(const char*, const char*, va_list), const char* input, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int result = function(input, format, arguments);
  va_end(arguments);
  return result;
}

TEST(FormattedInput, ArgumentListsWorkUnderBothNames) {
  const char* input = own("5", 0);
  const char* format = own("%d", 1);
  for (auto* function : {__heddle_libc_vsscanf, __heddle_libc___isoc99_vsscanf}) {
    reset_buffers("", "");
    EXPECT_EQ(text_of(observe([&] { scan_list(function, input, format, g_a); })), "write a+0:4");
    EXPECT_EQ(*g_a, 5);
  }
}

TEST(FormattedInput, WhatCannotBeToldApartIsRefused) {
  const char* input = own("abc", 0);
  const char* old_allocation = own("%as", 1);
  const char* shared_argument = own("%1$c%1$c", 2);
  EXPECT_EQ(observe([&] { __heddle_libc_sscanf(input, old_allocation, g_a); }).outcome, Outcome::Unsupported);
  EXPECT_EQ(observe([&] { scan(input, shared_argument); }).outcome, Outcome::Unsupported);
}

TEST(FormattedInput, NativelyLibcConverts) {
  int number = 0;
  EXPECT_EQ(__heddle_libc_sscanf("42", "%d", &number), 1);
  EXPECT_EQ(number, 42);
  EXPECT_EQ(__heddle_libc___isoc99_sscanf("43", "%d", &number), 1);
  EXPECT_EQ(number, 43);
}

}  // namespace
}  // namespace heddle::runtime::libc
