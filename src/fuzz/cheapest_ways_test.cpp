// SPDX-License-Identifier: Apache-2.0
#include "fuzz/cheapest_ways.h"

#include <gtest/gtest.h>

#include "fuzz/small_program.h"

namespace heddle::fuzz {
namespace {

constexpr std::uint64_t kEnough = 100'000;

Statement locked(std::uint8_t mutex, Block body = {}) {
  Statement made;
  made.kind = Kind::Lock;
  made.object = mutex;
  made.body = std::move(body);
  return made;
}

// Each thread holds what the other one wants.
TEST(CheapestWays, ADeadlockOfTwoLocksTakesTwoSwitchesAndOnePreemption) {
  const Program program = program_of({{locked(0, {locked(1)})}, {locked(1, {locked(0)})}});
  const std::optional<CheapestWays> switches = cheapest_ways(program, Counted::Switches, kEnough);
  ASSERT_TRUE(switches);
  ASSERT_EQ(switches->deadlocks.size(), 1u);
  // main creates both and waits; the first one runs up to its second lock, the other one into its second, and it is
  // over
  EXPECT_EQ(switches->deadlocks.begin()->second, 2u);
  ASSERT_EQ(switches->findings.size(), 1u);
  EXPECT_EQ(switches->findings.begin()->first.size(), 2u);  // main, who only waits for their ends, is no part of it
  const std::optional<CheapestWays> preemptions = cheapest_ways(program, Counted::Preemptions, kEnough);
  ASSERT_TRUE(preemptions);
  EXPECT_EQ(preemptions->deadlocks.begin()->second, 1u);
}

TEST(CheapestWays, SaysIfThereAreTooManyStates) {
  const Program program = program_of({{locked(0)}, {locked(0)}});
  EXPECT_FALSE(cheapest_ways(program, Counted::Switches, 5));
}

}  // namespace
}  // namespace heddle::fuzz
