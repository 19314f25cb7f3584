// SPDX-License-Identifier: Apache-2.0
#include "fuzz/enumerator.h"

#include <gtest/gtest.h>

#include "fuzz/small_program.h"

namespace heddle::fuzz {
namespace {

constexpr std::uint64_t kEnough = 100'000;

Statement make(Kind kind, std::uint8_t target = 0, std::uint8_t cell = 0, std::uint8_t first = 0) {
  Statement made;
  made.kind = kind;
  made.target = target;
  made.place.cell = cell;
  made.first = {false, 0, first};
  return made;
}

Statement locked(std::uint8_t mutex, Block body) {
  Statement made;
  made.kind = Kind::Lock;
  made.object = mutex;
  made.body = std::move(body);
  return made;
}

std::uint64_t binomial(unsigned n, unsigned k) {
  std::uint64_t result = 1;
  for (unsigned i = 0; i < k; ++i) result = result * (n - i) / (i + 1);
  return result;
}

TEST(Enumerator, CountsInterleavingsOfTwoThreads) {
  // Each thread has three steps: begin, store, tell. Some of the first one's come before main creates the second one;
  // the others meet those of the second one, and main's first join comes anywhere behind the first one's last.
  std::uint64_t by_hand = 0;
  for (unsigned late = 0; late <= 3; ++late) {    // steps of the first one after the second create
    for (unsigned seen = 0; seen <= 3; ++seen) {  // steps of the second one before the first one's last, or the join
      by_hand += late == 0 ? 1 : binomial(late - 1 + seen, seen) * (3 - seen + 1);
    }
  }
  const Enumeration found =
      enumerate(program_of({{make(Kind::Store, 0, 0, 1)}, {make(Kind::Store, 0, 1, 1)}}), kEnough);
  EXPECT_TRUE(found.is_complete);
  EXPECT_EQ(found.interleavings, by_hand);
  EXPECT_TRUE(found.outcomes.deadlocks.empty());
}

TEST(Enumerator, SeesBothValuesOfARace) {
  const Enumeration found = enumerate(program_of({{make(Kind::Store, 0, 0, 2)}, {make(Kind::Load)}}), kEnough);
  EXPECT_TRUE(found.outcomes.local.contains({2, 0}));
  EXPECT_TRUE(found.outcomes.local.contains({2, 2}));
  EXPECT_EQ(found.outcomes.joint.size(), 2u);
  EXPECT_EQ(found.outcomes.races.size(), 1u);
}

TEST(Enumerator, LetsOthersRunBeforeAnAssertionFailsWhereThatIsAnOperation) {
  Statement fails = make(Kind::Assert);
  fails.second = {false, 0, 1};
  Program program = program_of({{make(Kind::Store, 0, 0, 2), fails}, {make(Kind::Load)}});
  const Enumeration at_once = enumerate(program, kEnough);
  program.visible_ends = true;
  const Enumeration later = enumerate(program, kEnough);
  const std::pair<std::uint8_t, std::uint32_t> seen_by_other{2, 2};
  EXPECT_FALSE(at_once.outcomes.local.contains(seen_by_other));
  EXPECT_TRUE(later.outcomes.local.contains(seen_by_other));
  EXPECT_EQ(later.outcomes.failures, at_once.outcomes.failures);
  EXPECT_GT(later.interleavings, at_once.interleavings);
}

TEST(Enumerator, LetsOthersRunBeforeAnAssertionFailsWhoseThreadUsesItsOwnStack) {
  Statement fails = make(Kind::Assert);
  fails.second = {false, 0, 1};
  const auto found = [&](std::uint8_t copied_to) {
    const Block body = {make(Kind::Load, copied_to, 1), make(Kind::Store, 0, 0, 2), fails};
    return enumerate(program_of({body, {make(Kind::Load)}}), kEnough);
  };
  const Enumeration with_stack = found(kBoxFirst), without = found(1);
  const std::pair<std::uint8_t, std::uint32_t> seen_by_other{2, 2};
  EXPECT_FALSE(with_stack.outcomes.local.contains(seen_by_other));
  ASSERT_TRUE(with_stack.possible);
  EXPECT_TRUE(with_stack.possible->local.contains(seen_by_other));
  EXPECT_EQ(with_stack.possible->failures, with_stack.outcomes.failures);
  EXPECT_FALSE(without.possible);
}

TEST(Enumerator, DoesNotLoseAnAdditionInMemory) {
  const Block add = {make(Kind::FetchAdd, 0, 0, 1)};
  const Enumeration found = enumerate(program_of({add, add}), kEnough);
  EXPECT_EQ(found.outcomes.joint, (std::set<std::uint64_t>{0x00001, 0x10000}));
  EXPECT_TRUE(found.outcomes.races.empty());
}

TEST(Enumerator, FindsTheDeadlockOfTwoLocks) {
  const Enumeration found =
      enumerate(program_of({{locked(0, {locked(1, {})})}, {locked(1, {locked(0, {})})}}), kEnough);
  ASSERT_EQ(found.outcomes.deadlocks.size(), 1u);
  EXPECT_EQ(found.outcomes.deadlocks.begin()->size(), 3u);  // main waits, too
}

TEST(Enumerator, LosesASignalThatComesTooEarly) {
  const Enumeration found =
      enumerate(program_of({{locked(0, {make(Kind::Wait)})}, {locked(0, {make(Kind::Signal)})}}), kEnough);
  EXPECT_EQ(found.outcomes.deadlocks.size(), 1u);
  EXPECT_EQ(found.outcomes.joint.size(), 1u);
}

TEST(Enumerator, LetsATimedWaitGiveUp) {
  const Enumeration found =
      enumerate(program_of({{locked(0, {make(Kind::TimedWait)})}, {locked(0, {make(Kind::Signal)})}}), kEnough);
  EXPECT_TRUE(found.outcomes.deadlocks.empty());
  EXPECT_TRUE(found.outcomes.local.contains({1, 0}));
  EXPECT_TRUE(found.outcomes.local.contains({1, 1}));
}

TEST(Enumerator, WakesEitherOfTwoWaiters) {
  const Block wait = {locked(0, {make(Kind::Wait)})};
  const Enumeration found = enumerate(program_of({wait, wait, {locked(0, {make(Kind::Signal)})}}), kEnough);
  EXPECT_EQ(found.outcomes.deadlocks.size(), 3u);  // one is left behind, or the other, or both
}

TEST(Enumerator, TellsTheLastAtABarrier) {
  const Block arrive = {make(Kind::Barrier)};
  const Enumeration found = enumerate(program_of({arrive, arrive}), kEnough);
  EXPECT_EQ(found.outcomes.joint, (std::set<std::uint64_t>{0x00001, 0x10000}));
}

TEST(Enumerator, NoticesFreedMemory) {
  Statement read = make(Kind::Load);
  read.place.way = Way::Heap;
  const Enumeration found = enumerate(
      program_of({{make(Kind::Allocate), make(Kind::Publish), read}, {make(Kind::Take), make(Kind::Free)}}), kEnough);
  ASSERT_EQ(found.outcomes.failures.size(), 1u);
  EXPECT_EQ(found.outcomes.failures.begin()->kind, FailureKind::UseAfterFree);
}

TEST(Enumerator, NoticesALoopThatCanNeverEnd) {
  Statement spin = make(Kind::Spin);
  spin.second = {false, 0, 1};
  const Enumeration caught = enumerate(program_of({{spin}, {make(Kind::Store, 0, 0, 2)}}), kEnough);
  EXPECT_EQ(caught.outcomes.failures, (std::set<FailureAt>{{FailureKind::Hang, 0}}));
  const Enumeration released = enumerate(program_of({{spin}, {make(Kind::Store, 0, 0, 1)}}), kEnough);
  EXPECT_TRUE(released.outcomes.failures.empty());
}

TEST(Enumerator, WakesUpWithoutASignalWhileSomebodyElseCanRun) {
  Program program = program_of({{locked(0, {make(Kind::Wait)})}, {make(Kind::Store, 0, 0, 1)}});
  EXPECT_TRUE(enumerate(program, kEnough).outcomes.joint.empty());
  program.spurious = 1;
  const Enumeration found = enumerate(program, kEnough);
  EXPECT_EQ(found.outcomes.joint.size(), 1u);
  EXPECT_EQ(found.outcomes.deadlocks.size(), 1u);  // nobody can count on it
}

TEST(Enumerator, HasNoNumberForEndlessInterleavings) {
  Statement spin = make(Kind::Spin);
  spin.second = {false, 0, 1};
  const Enumeration found = enumerate(program_of({{spin}, {make(Kind::Store, 0, 0, 1)}}), kEnough);
  EXPECT_TRUE(found.is_complete);
  EXPECT_EQ(found.interleavings, kEndless);
}

TEST(Enumerator, GivesUpWhereThereAreTooManyStates) {
  const Block add = {make(Kind::FetchAdd, 0, 0, 1), make(Kind::FetchAdd, 1, 0, 1)};
  EXPECT_FALSE(enumerate(program_of({add, add, add}), 50).is_complete);
}

}  // namespace
}  // namespace heddle::fuzz
