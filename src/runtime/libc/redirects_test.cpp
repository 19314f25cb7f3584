// SPDX-License-Identifier: Apache-2.0
//
// Every function that the pass redirects is defined (that this file links is half of the test) and documented.
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "wire/libc_redirects.h"

#define HEDDLE_X(name, signature) extern "C" void __heddle_libc_##name();
HEDDLE_LIBC_REDIRECTS(HEDDLE_X)
#undef HEDDLE_X

namespace {

constexpr const char* kNames[] = {
#define HEDDLE_X(name, signature) #name,
    HEDDLE_LIBC_REDIRECTS(HEDDLE_X)
#undef HEDDLE_X
};

// The words of the page that stand in `backquotes`.
std::set<std::string> words_of_page() {
  std::ifstream page(HEDDLE_VISIBLE_OPERATIONS_PAGE);
  std::stringstream text;
  text << page.rdbuf();
  std::set<std::string> words;
  std::string part;
  for (bool is_quoted = false; std::getline(text, part, '`'); is_quoted = !is_quoted) {
    if (is_quoted) words.insert(part);
  }
  return words;
}

TEST(Redirects, EveryRedirectedFunctionHasItsOwnWrapper) {
  using Function = void (*)();
  std::set<Function> wrappers;
  int count = 0;
#define HEDDLE_X(name, signature)                    \
  wrappers.insert(&__heddle_libc_##name); \
  ++count;
  HEDDLE_LIBC_REDIRECTS(HEDDLE_X)
#undef HEDDLE_X
  EXPECT_EQ(wrappers.count(nullptr), 0u);
  EXPECT_EQ(wrappers.size(), static_cast<std::size_t>(count));
}

TEST(Redirects, EveryRedirectedFunctionStandsInThePageAboutVisibleOperations) {
  const std::set<std::string> words = words_of_page();
  ASSERT_FALSE(words.empty()) << HEDDLE_VISIBLE_OPERATIONS_PAGE;
  for (const char* name : kNames) EXPECT_EQ(words.count(name), 1u) << name;
}

}  // namespace
