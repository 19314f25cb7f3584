// SPDX-License-Identifier: Apache-2.0
//
// Every function that the pass redirects is defined: that this file links is half of the test.
#include <gtest/gtest.h>

#include <set>

#include "wire/libc_redirects.h"

#define HEDDLE_X(name) extern "C" void __heddle_libc_##name();
HEDDLE_LIBC_REDIRECTS(HEDDLE_X)
#undef HEDDLE_X

namespace {

TEST(Redirects, EveryRedirectedFunctionHasItsOwnWrapper) {
  using Function = void (*)();
  std::set<Function> wrappers;
  int count = 0;
#define HEDDLE_X(name)                    \
  wrappers.insert(&__heddle_libc_##name); \
  ++count;
  HEDDLE_LIBC_REDIRECTS(HEDDLE_X)
#undef HEDDLE_X
  EXPECT_EQ(wrappers.count(nullptr), 0u);
  EXPECT_EQ(wrappers.size(), static_cast<std::size_t>(count));
}

}  // namespace
