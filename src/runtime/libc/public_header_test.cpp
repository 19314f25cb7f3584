// SPDX-License-Identifier: Apache-2.0
//
// <heddle/verifier.h> and <heddle/heddle.h> as any other compiler sees them: no runtime, nothing to link. A binary of
// its own, because under Heddle the same names mean something else.
#include <gtest/gtest.h>
#include <heddle/verifier.h>

extern "C" int count_from_c(void);  // public_header_test_in_c.c

namespace {

TEST(PublicHeader, WithoutHeddleItDoesNothing) {
  EXPECT_FALSE(heddle::active());
  heddle::assume(false);
  __VERIFIER_assume(0);
  EXPECT_EQ(heddle::choose(7), 0u);
  EXPECT_FALSE(__VERIFIER_nondet_bool());
  { heddle::atomic_section alone; }
  heddle_assert(true);
}

TEST(PublicHeader, WithoutHeddleAnAssertionStillFails) {
  EXPECT_DEATH(heddle_assert(1 + 1 == 3), "assertion failed: 1 \\+ 1 == 3");
  EXPECT_DEATH(__VERIFIER_assert(0), "assertion failed");
  EXPECT_DEATH(__VERIFIER_error(), "__VERIFIER_error was called");
}

TEST(PublicHeader, ItIsAHeaderOfC) { EXPECT_EQ(count_from_c(), 3); }

}  // namespace
