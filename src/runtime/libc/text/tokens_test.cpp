// SPDX-License-Identifier: Apache-2.0
//
// strtok and its kin: what they read, what they overwrite, and what they remember.
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "runtime/libc/recording_runtime.h"

extern "C" {
char* __heddle_libc_strtok(char*, const char*);
char* __heddle_libc_strtok_r(char*, const char*, char**);
char* __heddle_libc_strsep(char**, const char*);
}

namespace heddle::runtime::libc {
namespace {

// Delimiters and positions stand on the own stack, where they are no events.
const char* delimiters() { return std::strcpy(own_stack_buffer(), ", "); }
char** own_position() { return reinterpret_cast<char**>(own_stack_buffer() + 64); }

TEST(Tokens, EachTokenIsReadUpToItsDelimiterWhichBecomesANul) {
  reset_buffers(" ab,c", "");
  const char* set = delimiters();
  char** position = own_position();
  std::vector<char*> tokens;
  auto next = [&](char* text) {
    return text_of(observe([&] { tokens.push_back(__heddle_libc_strtok_r(text, set, position)); }));
  };
  EXPECT_EQ(next(g_a), "read a+0:4, write a+3:1");
  EXPECT_EQ(next(nullptr), "read a+4:2");
  EXPECT_EQ(next(nullptr), "read a+5:1");
  EXPECT_EQ(tokens, (std::vector<char*>{g_a + 1, g_a + 4, nullptr}));
  EXPECT_STREQ(tokens[0], "ab");
}

TEST(Tokens, ResultsAreThoseOfLibc) {
  for (const char* text : {"", ",", "a", ",a", "a,", "a,,b", ", ,", "x y, z"}) {
    const char* set = delimiters();
    char expected_text[64], *expected_position = nullptr, **position = own_position();
    std::strcpy(expected_text, text);
    reset_buffers(text, "");
    for (int call = 0; call < 4; ++call) {
      char* expected = strtok_r(call == 0 ? expected_text : nullptr, set, &expected_position);
      char* actual = nullptr;
      observe([&] { actual = __heddle_libc_strtok_r(call == 0 ? g_a : nullptr, set, position); });
      EXPECT_EQ(expected == nullptr, actual == nullptr) << text << call;
      if (expected != nullptr && actual != nullptr) EXPECT_EQ(expected - expected_text, actual - g_a) << text << call;
      EXPECT_EQ(expected_position - expected_text, *position - g_a) << text << call;
    }
    EXPECT_EQ(std::memcmp(expected_text, g_a, std::strlen(text) + 1), 0) << text;
  }
}

TEST(Tokens, WhatStrtokRemembersIsReadAndWrittenWithEvents) {
  reset_buffers("a,b", "");
  const char* set = delimiters();
  Observation first = observe([&] { __heddle_libc_strtok(g_a, set); });
  Observation second = observe([&] { __heddle_libc_strtok(nullptr, set); });
  EXPECT_EQ(text_of(first), "read a+0:2, write a+1:1, write");
  EXPECT_EQ(text_of(second), "read, read a+2:2, write");
  EXPECT_EQ(first.events[2].record.address, second.events[0].record.address);
}

TEST(Tokens, AThreadThatStartsAnotherStrtokTakesThePlaceAway) {
  reset_buffers("a,b", "x,y");
  const char* set = delimiters();
  char* token = nullptr;
  observe([&] {
    __heddle_libc_strtok(g_a, set);
    __heddle_libc_strtok(g_b, set);
    token = __heddle_libc_strtok(nullptr, set);
  });
  EXPECT_EQ(token, g_b + 2);
}

TEST(Tokens, DelimitersInSharedMemoryAreReadFirst) {
  reset_buffers("a-b", "-");
  EXPECT_EQ(text_of(observe([] { __heddle_libc_strtok_r(g_a, g_b, own_position()); })),
            "read b+0:2, read a+0:2, write a+1:1");
}

TEST(Tokens, FieldsMayBeEmptyAndThePositionIsMemoryOfTheProgram) {
  reset_buffers("", "a,,b");
  const char* set = delimiters();
  char** position = reinterpret_cast<char**>(g_a);
  *position = g_b;
  std::vector<char*> fields;
  auto next = [&] { return text_of(observe([&] { fields.push_back(__heddle_libc_strsep(position, set)); })); };
  EXPECT_EQ(next(), "read a+0:8, read b+0:2, write b+1:1, write a+0:8");
  EXPECT_EQ(next(), "read a+0:8, read b+2:1, write b+2:1, write a+0:8");
  EXPECT_EQ(next(), "read a+0:8, read b+3:2, write a+0:8");
  EXPECT_EQ(next(), "read a+0:8");
  EXPECT_EQ(fields, (std::vector<char*>{g_b, g_b + 2, g_b + 3, nullptr}));
}

TEST(Tokens, NativelyStrtokWorks) {
  char text[] = "a,b";
  EXPECT_STREQ(__heddle_libc_strtok(text, ","), "a");
  EXPECT_STREQ(__heddle_libc_strtok(nullptr, ","), "b");
  EXPECT_EQ(__heddle_libc_strtok(nullptr, ","), nullptr);
}

}  // namespace
}  // namespace heddle::runtime::libc
