// SPDX-License-Identifier: Apache-2.0
//
// <heddle/heddle.h>, the names of SV-COMP and <assert.h>, compiled as under heddle-clang.
#define __HEDDLE__ 1
#include <gtest/gtest.h>
#include <heddle/verifier.h>

#include "runtime/libc/recording_runtime.h"

#undef NDEBUG
#include <cassert>

namespace heddle::runtime::libc {
namespace {

TEST(Verifier, AFalseAssumptionEndsTheExecutionAndATrueOneDoesNothing) {
  EXPECT_EQ(observe([] { heddle_assume(0); }).outcome, Outcome::AssumeFailed);
  Observation seen = observe([] { heddle::assume(true); });
  EXPECT_FALSE(seen.outcome.has_value());
  EXPECT_TRUE(seen.events.empty());
}

TEST(Verifier, AChoiceIsRecordedWithItsAlternatives) {
  unsigned chosen = 0;
  Observation seen = observe([&] { chosen = heddle::choose(3); });
  EXPECT_EQ(chosen, 2u);  // the recording runtime takes the last
  ASSERT_EQ(text_of(seen), "choose");
  EXPECT_EQ(seen.events[0].record.value, 2u);
  EXPECT_EQ(seen.events[0].aux.first, 3u);
  EXPECT_TRUE(seen.events[0].record.flags & wire::kEventChoice);
  EXPECT_TRUE(seen.events[0].record.flags & wire::kEventAux);
}

TEST(Verifier, AChoiceAmongNothingIsRefused) {
  EXPECT_EQ(observe([] { heddle_choose(0); }).outcome, Outcome::Unsupported);
}

TEST(Verifier, AnAtomicSectionIsEnteredAndLeftByOneEventEach) {
  std::uint32_t depth = 0;
  Observation seen = observe([&] {
    heddle::atomic_section outer;
    heddle::atomic_section inner;
    depth = current_thread().atomic_depth;
  });
  EXPECT_EQ(depth, 2u);
  EXPECT_EQ(current_thread().atomic_depth, 0u);
  EXPECT_EQ(text_of(seen), "atomic-begin, atomic-end");
  EXPECT_EQ(seen.events[0].record.address, seen.events[1].record.address);
}

TEST(Verifier, EndingASectionThatNeverBeganIsAFailure) {
  EXPECT_EQ(observe([] { heddle_atomic_end(); }).outcome, Outcome::AssertionFailed);
}

TEST(Verifier, AnAssertionNamesItsTextFileAndLine) {
  int line = 0;
  Observation seen = observe([&] {
    line = __LINE__ + 1;
    heddle_assert(1 + 1 == 3);
  });
  EXPECT_EQ(seen.outcome, Outcome::AssertionFailed);
  EXPECT_EQ(seen.message, "1 + 1 == 3");
  EXPECT_EQ(seen.failing_file, __FILE__);
  EXPECT_EQ(seen.failing_line, static_cast<unsigned>(line));
}

TEST(Verifier, TheAssertionsOfLibcAreAssertionsToo) {
  int zero = 0, line = 0;
  Observation seen = observe([&] {
    line = __LINE__ + 1;
    assert(zero > 0);
  });
  EXPECT_EQ(seen.outcome, Outcome::AssertionFailed);
  EXPECT_EQ(seen.message, "zero > 0");
  EXPECT_EQ(seen.failing_file, __FILE__);
  EXPECT_EQ(seen.failing_line, static_cast<unsigned>(line));
}

TEST(Verifier, TheNamesOfSvCompWork) {
  bool chosen = false;
  EXPECT_EQ(text_of(observe([&] { chosen = __VERIFIER_nondet_bool(); })), "choose");
  EXPECT_TRUE(chosen);
  EXPECT_EQ(observe([] { __VERIFIER_assume(0); }).outcome, Outcome::AssumeFailed);
  Observation failed = observe([] { __VERIFIER_assert(0); });
  EXPECT_EQ(failed.outcome, Outcome::AssertionFailed);
  EXPECT_EQ(failed.failing_file, "called_from.cpp");
  EXPECT_EQ(failed.failing_line, 77u);
  EXPECT_EQ(observe([] { __VERIFIER_error(); }).outcome, Outcome::AssertionFailed);
}

TEST(Verifier, UnboundedNondeterminismIsRefusedByName) {
  Observation seen = observe([] { __VERIFIER_nondet_int(); });
  EXPECT_EQ(seen.outcome, Outcome::Unsupported);
  EXPECT_EQ(seen.message.substr(0, 22), "__VERIFIER_nondet_int:");
}

TEST(Verifier, NativelyNothingOfThisShows) {
  EXPECT_EQ(heddle_active(), 0);
  heddle_assume(0);
  EXPECT_EQ(heddle_choose(5), 0u);
  EXPECT_EQ(__VERIFIER_nondet_int(), 0);
  EXPECT_DEATH(heddle_assert(false), "assertion failed: false");
}

}  // namespace
}  // namespace heddle::runtime::libc
