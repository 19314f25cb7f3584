// SPDX-License-Identifier: Apache-2.0
#include "fuzz/race_walk.h"

#include <gtest/gtest.h>

#include "fuzz/enumerator.h"
#include "fuzz/small_program.h"

namespace heddle::fuzz {
namespace {

constexpr std::uint8_t kData = 0, kFlag = 1;

Statement make(Kind kind, std::uint8_t cell = kData) {
  Statement made;
  made.kind = kind;
  made.place.cell = cell;
  made.first = made.second = {false, 0, 1};
  made.target = 1;
  return made;
}

Statement atomic(Kind kind, Order order, Block body = {}) {
  Statement made = make(kind, kFlag);
  made.place.is_atomic = true;
  made.place.order = order;
  made.body = std::move(body);
  return made;
}

Statement fence(Order order) {
  Statement made = make(Kind::Fence);
  made.place.order = order;
  return made;
}

Statement around(Kind kind, Block body, Block otherwise = {}) {
  Statement made = make(kind);
  made.body = std::move(body);
  made.otherwise = std::move(otherwise);
  return made;
}

const Statement kWrite = make(Kind::Store), kRead = make(Kind::Load);

Enumeration enumerated(std::vector<Block> bodies, Block after = {}) {
  return enumerate(program_of(std::move(bodies), 0, std::move(after)), 100'000);
}

// Number of racing pairs of statements.
std::size_t races(std::vector<Block> bodies, Block after = {}) {
  const Enumeration found = enumerated(std::move(bodies), std::move(after));
  EXPECT_TRUE(found.knows_races);
  return found.outcomes.races.size();
}

TEST(RaceWalk, AccessesWithNothingBetweenThemRace) {
  EXPECT_EQ(races({{kWrite}, {kRead}}), 1u);
  EXPECT_EQ(races({{kWrite}, {kWrite}}), 1u);
  EXPECT_EQ(races({{kRead}, {kRead}}), 0u);
  EXPECT_EQ(races({{atomic(Kind::Store, Order::Relaxed)}, {atomic(Kind::Load, Order::Relaxed)}}), 0u);
  EXPECT_EQ(races({{atomic(Kind::Store, Order::SeqCst)}, {make(Kind::Load, kFlag)}}), 1u);
}

TEST(RaceWalk, ACompareExchangeThatFailsOnlyReads) {
  Statement exchange = atomic(Kind::CompareExchange, Order::SeqCst);
  exchange.second = {false, 0, 2};
  EXPECT_EQ(races({{exchange}, {make(Kind::Load, kFlag)}}), 0u);
  exchange.first = {false, 0, 0};
  EXPECT_EQ(races({{exchange}, {make(Kind::Load, kFlag)}}), 1u);
}

TEST(RaceWalk, CreateAndJoinOrder) {
  EXPECT_EQ(races({{kWrite}}, {kRead}), 0u);
  EXPECT_EQ(races({{kWrite}, {kWrite}}, {kRead}), 1u);
}

TEST(RaceWalk, ReleaseAndAcquireOrderOnlyTogether) {
  const auto handed_over = [](Order store, Order load) {
    return races({{kWrite, atomic(Kind::Store, store)}, {atomic(Kind::IfCell, load, {kRead})}});
  };
  EXPECT_EQ(handed_over(Order::Release, Order::Acquire), 0u);
  EXPECT_EQ(handed_over(Order::SeqCst, Order::SeqCst), 0u);
  EXPECT_EQ(handed_over(Order::Relaxed, Order::Acquire), 1u);
  EXPECT_EQ(handed_over(Order::Release, Order::Relaxed), 1u);
}

TEST(RaceWalk, SomeRacesAreNeverOneRightAfterTheOther) {
  const Enumeration found =
      enumerated({{kWrite, atomic(Kind::Store, Order::Relaxed)}, {atomic(Kind::IfCell, Order::Relaxed, {kRead})}});
  EXPECT_EQ(found.outcomes.races.size(), 1u);
  EXPECT_TRUE(found.adjacent_races.empty());
}

TEST(RaceWalk, FencesOrderRelaxedAccesses) {
  const Statement told = atomic(Kind::Store, Order::Relaxed);
  const auto asked = [](Block body) { return atomic(Kind::IfCell, Order::Relaxed, std::move(body)); };
  EXPECT_EQ(races({{kWrite, fence(Order::Release), told}, {asked({fence(Order::Acquire), kRead})}}), 0u);
  EXPECT_EQ(races({{fence(Order::Release), kWrite, told}, {asked({fence(Order::Acquire), kRead})}}), 1u);
  EXPECT_EQ(races({{kWrite, fence(Order::Release), told}, {asked({kRead})}}), 1u);
  EXPECT_EQ(races({{kWrite, told}, {asked({fence(Order::SeqCst), kRead})}}), 1u);
}

TEST(RaceWalk, AReadModifyWriteGoesOnWithARelease) {
  Statement again = atomic(Kind::FetchAdd, Order::Relaxed);
  const auto passed_on = [](const Statement& by) {
    Statement asked = atomic(Kind::IfCell, Order::Acquire, {kRead});
    asked.second = {false, 0, 2};
    return races(
        {{kWrite, atomic(Kind::Store, Order::Release)}, {atomic(Kind::IfCell, Order::Relaxed, {by})}, {asked}});
  };
  EXPECT_EQ(passed_on(again), 0u);
  Statement anew = atomic(Kind::Store, Order::Relaxed);
  anew.first = {false, 0, 2};
  EXPECT_EQ(passed_on(anew), 1u);
}

TEST(RaceWalk, AnAcquireComesItselfAfterWhatItReadsFrom) {
  const Statement plain = make(Kind::Store, kFlag);
  Statement added = atomic(Kind::FetchAdd, Order::Release);
  const auto read = [](Order order) {
    Statement asked = make(Kind::IfCell, kFlag);
    asked.second = {false, 0, 2};
    asked.body = {atomic(Kind::Load, order)};
    return asked;
  };
  EXPECT_EQ(races({{plain, added}, {read(Order::Acquire)}}), 2u);  // both with the plain read
  EXPECT_EQ(races({{plain, added}, {read(Order::Relaxed)}}), 3u);
}

TEST(RaceWalk, LocksOrder) {
  for (Kind lock : {Kind::Lock, Kind::SpinLock, Kind::WriteLock, Kind::TryLock, Kind::TryWriteLock}) {
    EXPECT_EQ(races({{around(lock, {kWrite})}, {around(lock, {kRead})}}), 0u);
    EXPECT_EQ(races({{around(lock, {kWrite})}, {kRead}}), 1u);
  }
  EXPECT_EQ(races({{around(Kind::ReadLock, {kWrite})}, {around(Kind::ReadLock, {kRead})}}), 1u);
  EXPECT_EQ(races({{around(Kind::ReadLock, {kRead})}, {around(Kind::WriteLock, {kWrite})}}), 0u);
}

TEST(RaceWalk, ThatSomebodyElseHasTheLockOrdersNothing) {
  EXPECT_EQ(races({{kWrite, around(Kind::Lock, {make(Kind::Yield)})}, {around(Kind::TryLock, {}, {kRead})}}), 1u);
}

TEST(RaceWalk, TheMutexOfAConditionOrdersNotItsSignal) {
  const Statement waits = around(Kind::Lock, {make(Kind::Wait)});
  EXPECT_EQ(races({{kWrite, make(Kind::Signal)}, {waits, kRead}}), 1u);
  EXPECT_EQ(races({{kWrite, around(Kind::Lock, {make(Kind::Signal)})}, {waits, kRead}}), 0u);
}

TEST(RaceWalk, ASemaphoreTellsWhoeverTakesFromIt) {
  Statement waits = make(Kind::SemWait);
  EXPECT_EQ(races({{kWrite, make(Kind::SemPost)}, {waits, kRead}}), 0u);
  EXPECT_EQ(races({{make(Kind::SemPost), kWrite}, {waits, kRead}}), 1u);
  Statement looks = make(Kind::SemTryWait);
  looks.target = 0;
  Statement then = make(Kind::If);
  then.first = {true, 0, 0};
  then.body = {kRead};
  EXPECT_EQ(races({{kWrite, make(Kind::SemPost)}, {looks, then}}), 0u);
}

TEST(RaceWalk, ABarrierOrdersAllOfItsRound) {
  const Statement barrier = make(Kind::Barrier);
  EXPECT_EQ(races({{kWrite, barrier}, {barrier, kRead}}), 0u);
  EXPECT_EQ(races({{barrier, kWrite}, {barrier, kRead}}), 1u);
}

TEST(RaceWalk, WhoeverFindsTheInitialisationDoneComesAfterIt) {
  EXPECT_EQ(races({{make(Kind::Once), kRead}, {make(Kind::Once), kRead}}), 0u);
  EXPECT_EQ(races({{make(Kind::Once)}, {kRead}}), 1u);
}

TEST(RaceWalk, FreeingWritesTheBlock) {
  const Block gives = {make(Kind::Allocate), make(Kind::Publish)};
  Statement use = make(Kind::Load);
  use.place.way = Way::Heap;
  const Enumeration found = enumerated({gives, {make(Kind::Take), use}, {make(Kind::Take), make(Kind::Free)}});
  // The pointer, twice; the first write to the block, twice; its read and the free.
  EXPECT_EQ(found.outcomes.races.size(), 5u);
}

TEST(RaceWalk, SaysIfItHasNotSeenEverything) {
  std::set<RacePair> races;
  const Block body = {around(Kind::Lock, {kWrite}), around(Kind::Lock, {kWrite})};
  const Program program = program_of({body, body});
  EXPECT_FALSE(find_races(Interpreter(program), {{3, 4}, {4, 6}, {4, 8}}, 5, races));
}

// The second byte of the file says that the other has read before.
TEST(RaceWalk, CallsOnOneDescriptorOrder) {
  const auto read = [](std::uint8_t descriptor) {
    Statement made = make(Kind::FileRead);
    made.object = descriptor;
    return made;
  };
  Statement came_second = around(Kind::If, {kRead});
  came_second.first = {true, 1, 0};
  EXPECT_EQ(races({{kWrite, read(0)}, {read(0), came_second}}), 0u);
  EXPECT_EQ(races({{kWrite, read(0)}, {read(1), came_second}}), 1u);  // of the same file
}

}  // namespace
}  // namespace heddle::fuzz
