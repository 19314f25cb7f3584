// SPDX-License-Identifier: Apache-2.0
#include "analysis/race_detector.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/written_execution.h"

namespace heddle {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using enum EventKind;

TEST(RaceDetector, UnorderedAccessesRaceIfOneWrites) {
  EXPECT_THAT(races(Written().store(1, kX).load(2, kX)), ElementsAre(std::pair(2, 3)));
  EXPECT_THAT(races(Written().load(1, kX).store(2, kX)), ElementsAre(std::pair(2, 3)));
  EXPECT_THAT(races(Written().store(1, kX).store(2, kX)), ElementsAre(std::pair(2, 3)));
  EXPECT_THAT(races(Written().load(1, kX).load(2, kX)), IsEmpty());
  EXPECT_THAT(races(Written().store(1, kX).load(1, kX)), IsEmpty());
}

TEST(RaceDetector, TimeAloneOrdersNothing) {
  EXPECT_THAT(races(Written().store(1, kX).store(1, kY).load(2, kY).load(2, kX)),
              ElementsAre(std::pair(3, 4), std::pair(2, 5)));
  EXPECT_THAT(races(Written().store(1, kX).sync(1, Sleep, 0).sync(2, Sleep, 0).load(2, kX)),
              ElementsAre(std::pair(2, 5)));
}

TEST(RaceDetector, OnlyCommonBytesCount) {
  EXPECT_THAT(races(Written().store(1, kX, 4).store(2, kX + 4, 4)), IsEmpty());
  EXPECT_THAT(races(Written().store(1, kX, 1).store(2, kX + 1, 1)), IsEmpty());
  EXPECT_THAT(races(Written().store(1, kX, 8).store(2, kX + 7, 1)), ElementsAre(std::pair(2, 3)));
  EXPECT_THAT(races(Written().store(1, kX + 6, 4).load(2, kX + 8, 1)), ElementsAre(std::pair(2, 3)));
}

TEST(RaceDetector, RangesAreAccessesToAllTheirBytes) {
  Written written;
  written.add(1, WriteRange, kX, 0, 100);
  written.load(2, kX + 96).load(2, kX + 100);
  EXPECT_THAT(races(written), ElementsAre(std::pair(2, 3)));
  RaceDetector detector;
  EXPECT_EQ(detector.races_in(written.trace())[0].address, kX + 96);
}

TEST(RaceDetector, CreateAndJoinOrder) {
  Written before;
  EXPECT_THAT(races(Written(1).store(0, kX)), IsEmpty());
  Written created(2);
  EXPECT_THAT(races(created.store(1, kX).join(0, 1).store(0, kX)), IsEmpty());
  EXPECT_THAT(races(Written(2).store(1, kX).join(0, 1, 35).store(0, kX)), ElementsAre(std::pair(1, 3)));
  EXPECT_THAT(races(Written(2).store(0, kX).load(1, kX)), ElementsAre(std::pair(1, 2)));  // after the create
}

TEST(RaceDetector, WhatTheCreatorDidBeforeIsSeen) {
  Written written(1);
  Trace trace = written.trace();
  trace.threads.resize(3);
  const auto event = [&trace](std::uint16_t thread, EventKind kind, std::uint64_t object, std::uint32_t size) {
    Event made;
    made.thread = ThreadId(thread);
    made.kind = kind;
    made.object = object;
    made.size = size;
    trace.events.push_back(made);
  };
  event(0, ThreadCreate, 1, 0);
  event(0, Store, kX, 4);
  event(1, Store, kY, 4);
  event(0, ThreadCreate, 2, 0);
  event(2, Load, kX, 4);
  RaceDetector detector;
  EXPECT_THAT(detector.races_in(trace), IsEmpty());
  event(2, Load, kY, 4);
  EXPECT_EQ(detector.races_in(trace).size(), 1u);
}

TEST(RaceDetector, AThreadThatIsNotJoinedIsNotOrdered) {
  EXPECT_THAT(races(Written().store(1, kX).store(2, kY).join(0, 1).load(0, kX).load(0, kY)),
              ElementsAre(std::pair(3, 6)));
}

TEST(RaceDetector, LocksOrderTheirSections) {
  const auto section = [](EventKind lock, EventKind unlock, std::uint64_t second) {
    return Written()
        .sync(1, lock, kLock)
        .store(1, kX)
        .sync(1, unlock, kLock)
        .sync(2, lock, second)
        .store(2, kX)
        .sync(2, unlock, second);
  };
  for (EventKind lock : {MutexLock, MutexTryLock, MutexTimedLock}) {
    EXPECT_THAT(races(section(lock, MutexUnlock, kLock)), IsEmpty());
    EXPECT_THAT(races(section(lock, MutexUnlock, kOther)), ElementsAre(std::pair(3, 6)));
  }
  for (EventKind lock : {SpinLock, SpinTryLock}) {
    EXPECT_THAT(races(section(lock, SpinUnlock, kLock)), IsEmpty());
    EXPECT_THAT(races(section(lock, SpinUnlock, kOther)), ElementsAre(std::pair(3, 6)));
  }
  EXPECT_THAT(races(section(WriteLock, RwUnlock, kLock)), IsEmpty());
}

TEST(RaceDetector, ALockThatWasNotGotOrdersNothing) {
  constexpr std::uint64_t kBusy = 16;
  EXPECT_THAT(races(Written()
                        .sync(1, MutexLock, kLock)
                        .store(1, kX)
                        .sync(1, MutexUnlock, kLock)
                        .sync(2, MutexTryLock, kLock, kBusy)
                        .store(2, kX)),
              ElementsAre(std::pair(3, 6)));
}

TEST(RaceDetector, ReadersOfARwlockAreNotOrdered) {
  // Both write while they hold it for reading.
  EXPECT_THAT(races(Written()
                        .sync(1, ReadLock, kLock)
                        .store(1, kX)
                        .sync(1, RwUnlock, kLock)
                        .sync(2, ReadLock, kLock)
                        .store(2, kX)),
              ElementsAre(std::pair(3, 6)));
  EXPECT_THAT(races(Written()
                        .sync(1, ReadLock, kLock)
                        .load(1, kX)
                        .sync(1, RwUnlock, kLock)
                        .sync(2, WriteLock, kLock)
                        .store(2, kX)
                        .sync(2, RwUnlock, kLock)
                        .sync(1, ReadTryLock, kLock)
                        .load(1, kX)),
              IsEmpty());
}

TEST(RaceDetector, AConditionVariableOrdersByItsMutexOnly) {
  Written waits;
  waits.sync(1, MutexLock, kLock).with_mutex(1, CondWait, kOther, kLock);
  waits.sync(2, MutexLock, kLock).store(2, kX).sync(2, CondSignal, kOther, 2).sync(2, MutexUnlock, kLock);
  waits.with_mutex(1, CondReacquire, kOther, kLock).load(1, kX);
  EXPECT_THAT(races(waits), IsEmpty());
  Written late;  // signals, then writes without the mutex
  late.sync(1, MutexLock, kLock).with_mutex(1, CondWait, kOther, kLock);
  late.sync(2, CondSignal, kOther, 2).store(2, kX);
  late.with_mutex(1, CondReacquire, kOther, kLock).load(1, kX);
  EXPECT_THAT(races(late), ElementsAre(std::pair(5, 7)));
}

TEST(RaceDetector, ASemaphoreHandsOnWhatEveryPostLeftThere) {
  EXPECT_THAT(races(Written()
                        .store(1, kX)
                        .sync(1, SemPost, kLock, 1)
                        .store(0, kY)
                        .sync(0, SemPost, kLock, 2)
                        .sync(2, SemWait, kLock, 1)
                        .load(2, kX)
                        .load(2, kY)),
              IsEmpty());
  EXPECT_THAT(races(Written().sync(1, SemPost, kLock, 1).store(1, kX).sync(2, SemWait, kLock).load(2, kX)),
              ElementsAre(std::pair(3, 5)));
  Written failed;
  failed.store(1, kX).sync(1, SemPost, kLock, 1);
  Event& attempt = failed.add(2, SemTryWait, kLock);
  attempt.flags |= wire::kEventAux;
  attempt.first = 11;
  EXPECT_THAT(races(failed.load(2, kX)), ElementsAre(std::pair(2, 5)));
}

TEST(RaceDetector, ABarrierOrdersOneRoundOnly) {
  EXPECT_THAT(races(Written()
                        .store(1, kX)
                        .store(2, kY)
                        .sync(1, BarrierArrive, kLock, 0)
                        .sync(2, BarrierArrive, kLock, 1)
                        .load(2, kX)
                        .sync(1, BarrierLeave, kLock)
                        .load(1, kY)),
              IsEmpty());
  // T1 still stands in the first round while T2 and main complete the second one.
  Written rounds;
  rounds.sync(1, BarrierArrive, kLock, 0).sync(2, BarrierArrive, kLock, 1);
  rounds.store(2, kX).sync(2, BarrierArrive, kLock, 0).sync(0, BarrierArrive, kLock, 1);
  rounds.load(0, kX).sync(1, BarrierLeave, kLock).load(1, kX);
  EXPECT_THAT(races(rounds), ElementsAre(std::pair(4, 9)));
}

TEST(RaceDetector, AnInitialisationComesBeforeWhoFindsItDone) {
  Written once;
  once.add(1, OnceEnter, kLock).flags |= wire::kEventSuccess;
  once.store(1, kX).sync(1, OnceLeave, kLock, 2).sync(2, OnceEnter, kLock, 2).load(2, kX);
  EXPECT_THAT(races(once), IsEmpty());
  Written guard;  // of a static: compiled code looks at its first byte
  guard.add(1, OnceEnter, kLock).flags |= wire::kEventSuccess;
  guard.store(1, kX).sync(1, OnceLeave, kLock, 2).atomic(2, Load, Order::Acquire, kLock, 1).load(2, kX);
  EXPECT_THAT(races(guard), IsEmpty());
  EXPECT_THAT(races(Written().sync(1, OnceLeave, kLock, 2).store(1, kX).sync(2, OnceEnter, kLock, 2).load(2, kX)),
              ElementsAre(std::pair(3, 5)));
}

TEST(RaceDetector, AFreeIsAWriteToTheWholeBlock) {
  Written freed;
  freed.load(1, kX + 40);
  freed.add(2, Free, kX, 0, 64);
  EXPECT_THAT(races(freed), ElementsAre(std::pair(2, 3)));
  Written joined;
  joined.load(1, kX + 40).join(0, 1);
  joined.add(0, Free, kX, 0, 64);
  EXPECT_THAT(races(joined), IsEmpty());
  Written large;
  large.load(1, kX + (1u << 20));
  large.add(2, Free, kX, 0, 2u << 20);
  EXPECT_THAT(races(large), ElementsAre(std::pair(2, 3)));
}

TEST(RaceDetector, MemoryThatIsUsedAgainIsNew) {
  Written reused;
  reused.store(1, kX);
  reused.add(1, Free, kX, 0, 16);
  reused.add(2, Allocate, kX, 16, 16);
  EXPECT_THAT(races(reused.store(2, kX)), IsEmpty());
}

TEST(RaceDetector, JoinAndCreateStoreTheirResults) {
  Written result;
  result.load(2, kX, 8);
  Event& join = result.add(0, ThreadJoin, 1);
  join.second = kX;
  EXPECT_THAT(races(result), ElementsAre(std::pair(2, 3)));
}

TEST(RaceDetector, AtomicSectionsExcludeEachOther) {
  EXPECT_THAT(races(Written()
                        .sync(1, AtomicBegin, 0)
                        .store(1, kX)
                        .sync(1, AtomicEnd, 0)
                        .sync(2, AtomicBegin, 0)
                        .store(2, kX)
                        .sync(2, AtomicEnd, 0)),
              IsEmpty());
  EXPECT_THAT(races(Written().sync(1, AtomicBegin, 0).store(1, kX).sync(1, AtomicEnd, 0).store(2, kX)),
              ElementsAre(std::pair(3, 5)));
}

TEST(RaceDetector, APairOfPointsIsReportedOnceAndTheNextTraceBeginsAnew) {
  Written twice;
  twice.store(1, kX);
  for (std::uint64_t address : {kX, kX, kX}) twice.add(2, Load, address, 0, 4).point = ProgramPoint(77);
  RaceDetector detector;
  EXPECT_EQ(detector.races_in(twice.trace()).size(), 1u);
  EXPECT_THAT(detector.races_in(Written().store(2, kX).trace()), IsEmpty());
  EXPECT_EQ(detector.races_in(twice.trace()).size(), 1u);
}

TEST(RaceDetector, WhoReadsWhatNobodyWasSeenToWriteIsOrderedAfterIt) {
  Written hidden;
  hidden.atomic(0, Store, Order::SequentiallyConsistent).store(1, kX).atomic(2, Load, Order::Acquire).load(2, kX);
  hidden.store(1, kY).load(2, kY);
  Trace trace = hidden.trace();
  RaceDetector detector;
  EXPECT_EQ(detector.proper_races_in(trace).size(), 2u);
  trace.events[4].value = 1;  // the store wrote 0
  ASSERT_EQ(detector.proper_races_in(trace).size(), 1u);
  EXPECT_EQ(detector.proper_races_in(trace)[0].first, 6u);  // what came later is not ordered by it
}

TEST(RaceDetector, TheGuardOfAStaticIsNotWrittenUnseen) {
  Written guard;
  guard.atomic(1, Load, Order::Acquire, kLock, 1).sync(1, OnceEnter, kLock).sync(1, OnceLeave, kLock, 2).store(1, kX);
  guard.add(2, Load, kLock, 1, 1).flags |= wire::kEventAtomic;
  guard.load(2, kX);
  RaceDetector detector;
  EXPECT_EQ(detector.proper_races_in(guard.trace()).size(), 1u);
}

TEST(RaceDetector, WhatRunsAtExitAfterTheLastThreadIsOrdered) {
  Written last(2);
  last.store(1, kX).load(0, kX);
  Event& exit = last.add(0, Exit, 0);
  exit.detail = 1;
  EXPECT_THAT(races(last), IsEmpty());
  exit.detail = 0;  // main ended the process, whether the thread had ended or not
  EXPECT_THAT(races(last), ElementsAre(std::pair(1, 2)));
}

TEST(RaceDetector, WhatTellsWithoutOrderingIsNoticed) {
  const auto tells = [](const Written& written) {
    RaceDetector detector;
    detector.races_in(written.trace());
    return detector.met_hint();
  };
  EXPECT_FALSE(tells(Written().sync(1, MutexTryLock, kLock).sync(1, MutexUnlock, kLock)));
  EXPECT_TRUE(tells(Written().sync(1, MutexLock, kLock).sync(2, MutexTryLock, kLock, 16)));
  EXPECT_TRUE(tells(Written().sync(1, WriteLock, kLock).sync(2, ReadTryLock, kLock, 16)));
  EXPECT_TRUE(tells(Written().sync(1, SemGetValue, kLock)));
  EXPECT_TRUE(tells(Written().sync(1, AtomicBegin, 0).sync(1, MutexLock, kLock)));
  EXPECT_TRUE(tells(Written().sync(1, AtomicBegin, 0).sync(1, Yield, 0)));
  EXPECT_FALSE(tells(Written().sync(1, AtomicBegin, 0).sync(1, AtomicEnd, 0).sync(1, MutexLock, kLock)));
  EXPECT_TRUE(tells(Written().sync(1, CondSignal, kOther)));
  EXPECT_FALSE(tells(Written().sync(1, MutexLock, kLock).sync(1, CondSignal, kOther)));
  const auto wakes = [&](bool with_lock) {
    Written written;
    written.sync(1, MutexLock, kLock).with_mutex(1, CondWait, kOther, kLock).sync(2, MutexLock, kLock);
    if (!with_lock) written.sync(2, MutexUnlock, kLock);
    written.sync(2, MutexLock, kX).sync(2, CondSignal, kOther);
    return tells(written);
  };
  EXPECT_FALSE(wakes(true));
  EXPECT_TRUE(wakes(false));
}

TEST(RaceDetector, WhatAJoinStoresComesAfterTheThread) {
  Written written;
  written.store(1, kX, 8);
  written.add(0, ThreadJoin, 1).second = kX;
  EXPECT_THAT(races(written), IsEmpty());
}

}  // namespace
}  // namespace heddle
