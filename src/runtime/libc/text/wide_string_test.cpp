// SPDX-License-Identifier: Apache-2.0
//
// Functions on wide characters: what they touch, in whole characters, and what they return.
#include <gtest/gtest.h>

#include <cstring>
#include <cwchar>
#include <string>
#include <vector>

#include "runtime/libc/recording_runtime.h"

extern "C" {
std::size_t __heddle_libc_wcslen(const wchar_t*);
std::size_t __heddle_libc_wcsnlen(const wchar_t*, std::size_t);
int __heddle_libc_wcscmp(const wchar_t*, const wchar_t*);
int __heddle_libc_wcsncmp(const wchar_t*, const wchar_t*, std::size_t);
wchar_t* __heddle_libc_wcschr(const wchar_t*, wchar_t);
wchar_t* __heddle_libc_wmemchr(const wchar_t*, wchar_t, std::size_t);
wchar_t* __heddle_libc_wcscpy(wchar_t*, const wchar_t*);
wchar_t* __heddle_libc_wcsncpy(wchar_t*, const wchar_t*, std::size_t);
wchar_t* __heddle_libc_wcscat(wchar_t*, const wchar_t*);
wchar_t* __heddle_libc_wcsncat(wchar_t*, const wchar_t*, std::size_t);
wchar_t* __heddle_libc_wmemcpy(wchar_t*, const wchar_t*, std::size_t);
wchar_t* __heddle_libc_wmemmove(wchar_t*, const wchar_t*, std::size_t);
wchar_t* __heddle_libc_wmemset(wchar_t*, wchar_t, std::size_t);
int __heddle_libc_wmemcmp(const wchar_t*, const wchar_t*, std::size_t);
}

namespace heddle::runtime::libc {
namespace {

wchar_t* const a = reinterpret_cast<wchar_t*>(g_a);
wchar_t* const b = reinterpret_cast<wchar_t*>(g_b);

struct Case {
  const char* name;
  const wchar_t *a_text, *b_text;
  std::function<void()> call;
  const char* events;
  const wchar_t* b_after;  // or nullptr: as before
};

TEST(WideString, RangesAreInWholeCharacters) {
  const std::vector<Case> cases = {
      {"wcslen", L"abc", L"", [] { EXPECT_EQ(__heddle_libc_wcslen(a), 3u); }, "read a+0:16", nullptr},
      {"wcsnlen", L"abc", L"", [] { EXPECT_EQ(__heddle_libc_wcsnlen(a, 2), 2u); }, "read a+0:8", nullptr},
      {"wcsnlen, ends before", L"abc", L"", [] { EXPECT_EQ(__heddle_libc_wcsnlen(a, 9), 3u); }, "read a+0:16", nullptr},
      {"wcscmp", L"abX", L"abc", [] { EXPECT_LT(__heddle_libc_wcscmp(a, b), 0); }, "read b+0:16, read a+0:12", nullptr},
      {"wcscmp, equal", L"ab", L"ab", [] { EXPECT_EQ(__heddle_libc_wcscmp(a, b), 0); }, "read b+0:12, read a+0:12",
       nullptr},
      {"wcsncmp", L"abX", L"abc", [] { EXPECT_EQ(__heddle_libc_wcsncmp(a, b, 2), 0); }, "read b+0:8, read a+0:8",
       nullptr},
      {"wcsncmp of nothing", L"a", L"b", [] { EXPECT_EQ(__heddle_libc_wcsncmp(a, b, 0), 0); }, "", nullptr},
      {"wcschr", L"abc", L"", [] { EXPECT_EQ(__heddle_libc_wcschr(a, L'b'), a + 1); }, "read a+0:8", nullptr},
      {"wcschr, not found", L"abc", L"", [] { EXPECT_EQ(__heddle_libc_wcschr(a, L'z'), nullptr); }, "read a+0:16",
       nullptr},
      {"wmemchr", L"abc", L"", [] { EXPECT_EQ(__heddle_libc_wmemchr(a, L'b', 3), a + 1); }, "read a+0:8", nullptr},
      {"wmemchr, not found", L"abc", L"", [] { EXPECT_EQ(__heddle_libc_wmemchr(a, L'z', 3), nullptr); }, "read a+0:12",
       nullptr},
      {"wcscpy", L"abc", L"", [] { __heddle_libc_wcscpy(b, a); }, "read a+0:16, write b+0:16", L"abc"},
      {"wcsncpy, padded", L"ab", L"", [] { __heddle_libc_wcsncpy(b, a, 5); }, "read a+0:12, write b+0:20", L"ab"},
      {"wcsncpy, cut", L"abc", L"xyz", [] { __heddle_libc_wcsncpy(b, a, 2); }, "read a+0:8, write b+0:8", L"abz"},
      {"wcscat", L"cd", L"ab", [] { __heddle_libc_wcscat(b, a); }, "read b+0:12, read a+0:12, write b+8:12", L"abcd"},
      {"wcsncat", L"cd", L"ab", [] { __heddle_libc_wcsncat(b, a, 1); }, "read b+0:12, read a+0:4, write b+8:8", L"abc"},
      {"wmemcpy", L"abc", L"xyz", [] { __heddle_libc_wmemcpy(b, a, 2); }, "read a+0:8, write b+0:8", L"abz"},
      {"wmemmove", L"", L"xyz", [] { __heddle_libc_wmemmove(b + 1, b, 2); }, "read b+0:8, write b+4:8", L"xxy"},
      {"wmemset", L"", L"xyz", [] { __heddle_libc_wmemset(b, L'q', 2); }, "write b+0:8", L"qqz"},
      {"wmemcmp", L"abc", L"abd", [] { EXPECT_LT(__heddle_libc_wmemcmp(a, b, 3), 0); }, "read a+0:12, read b+0:12",
       nullptr},
      {"wmemcmp of nothing", L"a", L"b", [] { EXPECT_EQ(__heddle_libc_wmemcmp(a, b, 0), 0); }, "", nullptr},
  };
  for (const Case& test : cases) {
    reset_buffers("", "");
    std::wcscpy(a, test.a_text);
    std::wcscpy(b, test.b_text);
    EXPECT_EQ(text_of(observe(test.call)), test.events) << test.name;
    EXPECT_EQ(std::wcscmp(b, test.b_after ? test.b_after : test.b_text), 0) << test.name;
  }
}

TEST(WideString, ACopyIsNotTornByALaterChangeOfItsSource) {
  reset_buffers("", "");
  std::wcscpy(a, L"abc");
  observe([] { __heddle_libc_wcscpy(b, a); },
          [](int event) {
            if (event == 1) std::wcscpy(a, L"a longer one");
          });
  EXPECT_EQ(std::wcscmp(b, L"abc"), 0);
}

}  // namespace
}  // namespace heddle::runtime::libc
