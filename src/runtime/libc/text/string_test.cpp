// SPDX-License-Identifier: Apache-2.0
//
// Functions on NUL-terminated strings: what they touch, in which order, and what they return.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <vector>

#include "runtime/libc/recording_runtime.h"

extern "C" {
std::size_t __heddle_libc_strlen(const char*);
std::size_t __heddle_libc_strnlen(const char*, std::size_t);
char* __heddle_libc_strcpy(char*, const char*);
char* __heddle_libc_strncpy(char*, const char*, std::size_t);
char* __heddle_libc_stpcpy(char*, const char*);
char* __heddle_libc_stpncpy(char*, const char*, std::size_t);
char* __heddle_libc_strcat(char*, const char*);
char* __heddle_libc_strncat(char*, const char*, std::size_t);
int __heddle_libc_strcmp(const char*, const char*);
int __heddle_libc_strncmp(const char*, const char*, std::size_t);
int __heddle_libc_strcasecmp(const char*, const char*);
int __heddle_libc_strncasecmp(const char*, const char*, std::size_t);
int __heddle_libc_strcoll(const char*, const char*);
char* __heddle_libc_strchr(const char*, int);
char* __heddle_libc_strrchr(const char*, int);
char* __heddle_libc_strchrnul(const char*, int);
char* __heddle_libc_strstr(const char*, const char*);
std::size_t __heddle_libc_strspn(const char*, const char*);
std::size_t __heddle_libc_strcspn(const char*, const char*);
char* __heddle_libc_strpbrk(const char*, const char*);
int __heddle_libc_strverscmp(const char*, const char*);
char* __heddle_libc_strcasestr(const char*, const char*);
char* __heddle_libc_strdup(const char*);
char* __heddle_libc_strndup(const char*, std::size_t);
}

namespace heddle::runtime::libc {
namespace {

struct Case {
  const char* name;
  const char *a, *b;
  std::function<void()> call;
  const char* events;
};

void check(const std::vector<Case>& cases) {
  for (const Case& test : cases) {
    reset_buffers(test.a, test.b);
    EXPECT_EQ(text_of(observe(test.call)), test.events) << test.name;
  }
}

TEST(String, LengthsAndSearchesReadUpToWhereTheyStop) {
  check({
      {"strlen", "hello", "", [] { __heddle_libc_strlen(g_a); }, "read a+0:6"},
      {"strlen of the empty string", "", "", [] { __heddle_libc_strlen(g_a); }, "read a+0:1"},
      {"strnlen, ends before", "hello", "", [] { __heddle_libc_strnlen(g_a, 9); }, "read a+0:6"},
      {"strnlen, limit", "hello", "", [] { __heddle_libc_strnlen(g_a, 3); }, "read a+0:3"},
      {"strnlen of nothing", "hello", "", [] { __heddle_libc_strnlen(g_a, 0); }, ""},
      {"strchr, found", "hello", "", [] { __heddle_libc_strchr(g_a, 'l'); }, "read a+0:3"},
      {"strchr, not found", "hello", "", [] { __heddle_libc_strchr(g_a, 'z'); }, "read a+0:6"},
      {"strchr of the end", "hello", "", [] { __heddle_libc_strchr(g_a, 0); }, "read a+0:6"},
      {"strrchr", "hello", "", [] { __heddle_libc_strrchr(g_a, 'h'); }, "read a+0:6"},
      {"strchrnul", "hello", "", [] { __heddle_libc_strchrnul(g_a, 'z'); }, "read a+0:6"},
      {"strstr, found", "hello", "ll", [] { __heddle_libc_strstr(g_a, g_b); }, "read b+0:3, read a+0:4"},
      {"strstr, not found", "hello", "lx", [] { __heddle_libc_strstr(g_a, g_b); }, "read b+0:3, read a+0:6"},
      {"strstr of nothing", "hello", "", [] { __heddle_libc_strstr(g_a, g_b); }, "read b+0:1"},
      {"strcasestr", "heLlo", "ll", [] { __heddle_libc_strcasestr(g_a, g_b); }, "read b+0:3, read a+0:4"},
      {"strspn", "hello", "eh", [] { __heddle_libc_strspn(g_a, g_b); }, "read b+0:3, read a+0:3"},
      {"strcspn", "hello", "o", [] { __heddle_libc_strcspn(g_a, g_b); }, "read b+0:2, read a+0:5"},
      {"strpbrk, found", "hello", "le", [] { __heddle_libc_strpbrk(g_a, g_b); }, "read b+0:3, read a+0:2"},
      {"strpbrk, not found", "hello", "z", [] { __heddle_libc_strpbrk(g_a, g_b); }, "read b+0:2, read a+0:6"},
  });
}

TEST(String, ComparisonsReadTheSecondStringAndTheFirstUpToTheDifference) {
  check({
      {"strcmp, equal", "abc", "abc", [] { __heddle_libc_strcmp(g_a, g_b); }, "read b+0:4, read a+0:4"},
      {"strcmp, different", "abXd", "abcd", [] { __heddle_libc_strcmp(g_a, g_b); }, "read b+0:5, read a+0:3"},
      {"strncmp", "abcd", "abXd", [] { __heddle_libc_strncmp(g_a, g_b, 2); }, "read b+0:2, read a+0:2"},
      {"strncmp of nothing", "a", "b", [] { __heddle_libc_strncmp(g_a, g_b, 0); }, ""},
      {"strcasecmp", "aBx", "AbY", [] { __heddle_libc_strcasecmp(g_a, g_b); }, "read b+0:4, read a+0:3"},
      {"strncasecmp", "aBx", "AbY", [] { __heddle_libc_strncasecmp(g_a, g_b, 2); }, "read b+0:2, read a+0:2"},
      {"strverscmp", "f9", "f10", [] { __heddle_libc_strverscmp(g_a, g_b); }, "read a+0:3, read b+0:4"},
      {"strcoll", "ab", "cde", [] { __heddle_libc_strcoll(g_a, g_b); }, "read a+0:3, read b+0:4"},
  });
}

TEST(String, AgainstAStringNobodyElseSeesAComparisonReadsOnlyUpToTheDifference) {
  reset_buffers("abXd", "");
  char* local = own_stack_buffer();
  std::strcpy(local, "abcd");
  int left = 0, right = 0;
  EXPECT_EQ(text_of(observe([&] { left = __heddle_libc_strcmp(g_a, local); })), "read a+0:3");
  EXPECT_EQ(text_of(observe([&] { right = __heddle_libc_strcmp(local, g_a); })), "read a+0:3");
  EXPECT_LT(left, 0);
  EXPECT_GT(right, 0);
}

TEST(String, CopiesReadTheSourceThenWriteTheDestination) {
  check({
      {"strcpy", "hello", "", [] { __heddle_libc_strcpy(g_b, g_a); }, "read a+0:6, write b+0:6"},
      {"stpcpy", "hello", "", [] { __heddle_libc_stpcpy(g_b, g_a); }, "read a+0:6, write b+0:6"},
      {"strncpy, padded", "hi", "", [] { __heddle_libc_strncpy(g_b, g_a, 8); }, "read a+0:3, write b+0:8"},
      {"strncpy, cut", "hello", "", [] { __heddle_libc_strncpy(g_b, g_a, 3); }, "read a+0:3, write b+0:3"},
      {"stpncpy", "hi", "", [] { __heddle_libc_stpncpy(g_b, g_a, 5); }, "read a+0:3, write b+0:5"},
      {"strcat", "hello", "say ", [] { __heddle_libc_strcat(g_b, g_a); }, "read b+0:5, read a+0:6, write b+4:6"},
      {"strncat, cut", "hello", "x", [] { __heddle_libc_strncat(g_b, g_a, 2); }, "read b+0:2, read a+0:2, write b+1:3"},
      {"strncat, whole", "hi", "x", [] { __heddle_libc_strncat(g_b, g_a, 9); }, "read b+0:2, read a+0:3, write b+1:3"},
      {"strdup", "hello", "", [] { std::free(__heddle_libc_strdup(g_a)); }, "read a+0:6, write"},
      {"strndup", "hello", "", [] { std::free(__heddle_libc_strndup(g_a, 2)); }, "read a+0:2, write"},
  });
}

TEST(String, ResultsAreThoseOfLibc) {
  reset_buffers("hello", "lo");
  std::size_t length = 0, span = 0;
  char *found = nullptr, *end = nullptr, *copy = nullptr, *padded = nullptr;
  int order = 0;
  observe([&] {
    length = __heddle_libc_strlen(g_a);
    found = __heddle_libc_strstr(g_a, g_b);
    span = __heddle_libc_strcspn(g_a, g_b);
    order = __heddle_libc_strcmp(g_a, g_b);
    copy = __heddle_libc_strndup(g_a, 4);
    end = __heddle_libc_stpcpy(g_b + 10, g_a);
    padded = __heddle_libc_stpncpy(g_b + 20, g_a, 7);
    __heddle_libc_strncat(g_b, g_a, 3);
  });
  EXPECT_EQ(length, 5u);
  EXPECT_EQ(found, g_a + 3);
  EXPECT_EQ(span, 2u);
  EXPECT_LT(order, 0);
  EXPECT_STREQ(copy, "hell");
  EXPECT_EQ(end, g_b + 15);
  EXPECT_EQ(padded, g_b + 25);
  EXPECT_EQ(std::memcmp(g_b + 20, "hello\0\0#", 8), 0);
  EXPECT_STREQ(g_b, "lohel");
  std::free(copy);
}

TEST(String, TheLengthIsTheOneThatTheStringHasWhenTheTurnComes) {
  reset_buffers("hello", "");
  std::size_t length = 0;
  Observation seen = observe([&] { length = __heddle_libc_strlen(g_a); }, [](int) { g_a[2] = 0; });
  EXPECT_EQ(length, 2u);
  EXPECT_EQ(text_of(seen), "read a+0:3");
}

TEST(String, ACopyOfAStringIsNotTornByALaterChangeOfItsSource) {
  reset_buffers("hello", "");
  observe([] { __heddle_libc_strcpy(g_b, g_a); },
          [](int event) {
            if (event == 1) std::strcpy(g_a, "a much longer string");
          });
  EXPECT_STREQ(g_b, "hello");
}

TEST(String, AComparisonUsesWhatEachEventSaw) {
  reset_buffers("abc", "abc");
  int order = -1;
  Observation seen = observe([&] { order = __heddle_libc_strcmp(g_a, g_b); },
                             [](int event) {
                               if (event == 1) std::strcpy(g_b, "zzz");
                             });
  EXPECT_EQ(order, 0);
  EXPECT_EQ(seen.events[0].bytes, std::string("abc", 4));
}

TEST(String, NativelyNothingIsRecorded) {
  reset_buffers("hello", "");
  observe([] {});
  EXPECT_EQ(__heddle_libc_strlen(g_a), 5u);
  EXPECT_EQ(state().step, 0u);
}

}  // namespace
}  // namespace heddle::runtime::libc
