// SPDX-License-Identifier: Apache-2.0
//
// The printf family and output to streams: strings are read with events and formatted from what was read; libc formats.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "runtime/libc/recording_runtime.h"

extern "C" {
int __heddle_libc_sprintf(char*, const char*, ...);
int __heddle_libc_snprintf(char*, std::size_t, const char*, ...);
int __heddle_libc_vsnprintf(char*, std::size_t, const char*, va_list);
int __heddle_libc_fprintf(FILE*, const char*, ...);
int __heddle_libc_fputs(const char*, FILE*);
std::size_t __heddle_libc_fwrite(const void*, std::size_t, std::size_t, FILE*);
int __heddle_libc_asprintf(char**, const char*, ...);
}

namespace heddle::runtime::libc {
namespace {

// Formats are put on the own stack, where reading them is no event.
const char* format_of(const char* text) { return std::strcpy(own_stack_buffer(), text); }

TEST(FormattedOutput, StringsAreReadUpToTheirEndOrPrecision) {
  reset_buffers("hello", "");
  const char* format = format_of("%s|%.3s|%.*s|%d");
  int length = 0;
  Observation seen = observe([&] { length = __heddle_libc_snprintf(g_b, 40, format, g_a, g_a + 1, 2, g_a + 2, 7); });
  EXPECT_EQ(text_of(seen), "read a+0:6, read a+1:3, read a+2:2, write b+0:15");
  EXPECT_STREQ(g_b, "hello|ell|ll|7");
  EXPECT_EQ(length, 14);
}

TEST(FormattedOutput, ASharedFormatIsReadToo) {
  reset_buffers("<%s>", "");
  EXPECT_EQ(text_of(observe([] { __heddle_libc_sprintf(g_b, g_a, nullptr); })), "read a+0:5, write b+0:9");
  EXPECT_STREQ(g_b, "<(null)>");
}

TEST(FormattedOutput, EveryKindOfArgumentIsPassedOn) {
  reset_buffers("str", "");
  static const char text[] = "%hhd %ld %5.2f %c %x %Lf %s %zu %p %-6d| %lld %e %% %*d";
  const char* format = format_of(text);
  char expected[200], actual[200];
  void* pointer = &expected;
#define HEDDLE_ARGUMENTS 3, -4l, 2.5, 'c', 255, 1.25l, g_a, sizeof(int), pointer, 42, 1ll << 40, 1e10, 5, 77
  std::snprintf(expected, sizeof(expected), text, HEDDLE_ARGUMENTS);
  observe([&] { __heddle_libc_snprintf(actual, sizeof(actual), format, HEDDLE_ARGUMENTS); });
#undef HEDDLE_ARGUMENTS
  EXPECT_STREQ(actual, expected);
}

TEST(FormattedOutput, NumberedArgumentsFindTheirStrings) {
  reset_buffers("hello", "");
  const char* format = format_of("%2$s %1$d %3$.1f");
  EXPECT_EQ(text_of(observe([&] { __heddle_libc_sprintf(g_b, format, 5, g_a, 0.5); })), "read a+0:6, write b+0:12");
  EXPECT_STREQ(g_b, "hello 5 0.5");
}

TEST(FormattedOutput, WideStringsAreReadInWholeCharacters) {
  static wchar_t wide[] = L"abc";
  reset_buffers("", "");
  std::memcpy(g_a, wide, sizeof(wide));
  const char* format = format_of("%ls");
  EXPECT_EQ(text_of(observe([&] { __heddle_libc_sprintf(g_b, format, g_a); })), "read a+0:16, write b+0:4");
  EXPECT_STREQ(g_b, "abc");
}

TEST(FormattedOutput, WhatIsFormattedIsWhatWasRead) {
  reset_buffers("hello", "");
  const char* format = format_of("%s %s");
  observe([&] { __heddle_libc_sprintf(g_b, format, g_a, g_a); },
          [](int event) {
            if (event == 1) std::strcpy(g_a, "other");
            if (event == 2) std::strcpy(g_a, "never");
          });
  EXPECT_STREQ(g_b, "hello other");
}

TEST(FormattedOutput, OnlyWhatFitsIsWritten) {
  reset_buffers("hello", "");
  const char* format = format_of("%s");
  int length = 0;
  EXPECT_EQ(text_of(observe([&] { length = __heddle_libc_snprintf(g_b, 3, format, g_a); })), "read a+0:6, write b+0:3");
  EXPECT_STREQ(g_b, "he");
  EXPECT_EQ(length, 5);
  EXPECT_EQ(text_of(observe([&] { length = __heddle_libc_snprintf(nullptr, 0, format, g_a); })), "read a+0:6");
  EXPECT_EQ(length, 5);
}

TEST(FormattedOutput, LongTextsAreFormattedToo) {
  std::string text(5000, 'x');
  std::vector<char> to(6000);
  const char* format = format_of("%s-%d");
  int length = 0;
  Observation seen = observe([&] { length = __heddle_libc_sprintf(to.data(), format, text.c_str(), 3); });
  EXPECT_EQ(length, 5002);
  EXPECT_EQ(std::string(to.data()), text + "-3");
  EXPECT_EQ(seen.events[1].record.size, 5003u);
}

TEST(FormattedOutput, AWriteInTheMiddleOfFormattingIsRefused) {
  const char* format = format_of("%n");
  int count = 0;
  Observation seen = observe([&] { __heddle_libc_sprintf(g_b, format, &count); });
  ASSERT_TRUE(seen.outcome.has_value());
  EXPECT_EQ(*seen.outcome, Outcome::Unsupported);
}

TEST(FormattedOutput, StreamsGetTheBytesThatWereRead) {
  reset_buffers("hello", "");
  char* memory = nullptr;
  std::size_t size = 0;
  FILE* stream = open_memstream(&memory, &size);
  const char* format = format_of("%s!");
  Observation seen = observe([&] {
    __heddle_libc_fputs(g_a, stream);
    __heddle_libc_fprintf(stream, format, g_a);
    __heddle_libc_fwrite(g_a, 2, 2, stream);
  });
  std::fclose(stream);
  EXPECT_EQ(text_of(seen), "read a+0:6, call, read a+0:6, call, read a+0:4, call");
  EXPECT_EQ(std::string(memory, size), "hellohello!hell");
  std::free(memory);
}

TEST(FormattedOutput, AnAllocatedTextIsWrittenBeforeThePointerToIt) {
  reset_buffers("hello", "");
  const char* format = format_of("%s!");
  char** to = reinterpret_cast<char**>(g_b);
  int length = 0;
  Observation seen = observe([&] { length = __heddle_libc_asprintf(to, format, g_a); });
  EXPECT_EQ(text_of(seen), "read a+0:6, write, write b+0:8");
  EXPECT_EQ(length, 6);
  EXPECT_EQ(seen.events[1].bytes, std::string("hello!", 7));
  EXPECT_STREQ(*to, "hello!");
  std::free(*to);
}

TEST(FormattedOutput, TextForADescriptorIsAnEventOnIt) {
  reset_buffers("hello", "");
  const char* format = format_of("%s %d");
  int file = memfd_create("text", 0);
  int length = 0;
  EXPECT_EQ(text_of(observe([&] { length = dprintf(file, format, g_a, 7); })), "read a+0:6, call");
  EXPECT_EQ(length, 7);
  char text[20] = {};
  EXPECT_EQ(pread(file, text, sizeof(text), 0), 7);
  EXPECT_STREQ(text, "hello 7");
  EXPECT_EQ(dprintf(file, "%d", 12), 2);  // natively
  close(file);
}

}  // namespace
}  // namespace heddle::runtime::libc
