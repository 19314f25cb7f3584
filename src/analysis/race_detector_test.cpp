// SPDX-License-Identifier: Apache-2.0
#include "analysis/race_detector.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "trace/event_flags.h"

namespace heddle {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using enum EventKind;
using Order = MemoryOrder;

constexpr std::uint64_t kX = 0x1000, kY = 0x1008, kFlag = 0x2000, kLock = 0x3000, kOther = 0x3040;

// An execution of main and two threads, event by event. The point of an event is its place in the list.
class Written {
 public:
  explicit Written(std::size_t threads = 3) {
    trace_.threads.resize(threads);
    for (std::uint16_t child = 1; child < threads; ++child) add(0, ThreadCreate, child);
  }

  Event& add(std::uint16_t thread, EventKind kind, std::uint64_t object, std::uint64_t value = 0,
             std::uint32_t size = 0) {
    Event event;
    event.thread = ThreadId(thread);
    event.kind = kind;
    event.object = object;
    event.value = value;
    event.size = size;
    event.point = ProgramPoint(static_cast<std::uint32_t>(trace_.events.size()));
    trace_.events.push_back(event);
    return trace_.events.back();
  }
  Written& sync(std::uint16_t thread, EventKind kind, std::uint64_t object, std::uint64_t value = 0) {
    add(thread, kind, object, value);
    return *this;
  }
  Written& with_mutex(std::uint16_t thread, EventKind kind, std::uint64_t condition, std::uint64_t mutex) {
    add(thread, kind, condition).first = mutex;
    return *this;
  }
  Written& load(std::uint16_t thread, std::uint64_t address, std::uint32_t size = 4) {
    add(thread, Load, address, 0, size);
    return *this;
  }
  Written& store(std::uint16_t thread, std::uint64_t address, std::uint32_t size = 4) {
    add(thread, Store, address, 0, size);
    return *this;
  }
  Written& atomic(std::uint16_t thread, EventKind kind, Order order, std::uint64_t address = kFlag,
                  std::uint32_t size = 4) {
    Event& event = add(thread, kind, address, 0, size);
    event.order = order;
    event.flags |= wire::kEventAtomic;
    return *this;
  }
  Written& cas(std::uint16_t thread, Order order, Order failure_order, bool succeeds) {
    atomic(thread, Cas, order);
    trace_.events.back().failure_order = failure_order;
    if (succeeds) trace_.events.back().flags |= wire::kEventSuccess;
    return *this;
  }
  Written& fence(std::uint16_t thread, Order order) { return atomic(thread, Fence, order, 0, 0); }
  Written& join(std::uint16_t thread, std::uint16_t target, std::uint64_t error = 0) {
    add(thread, ThreadJoin, target).first = error;
    return *this;
  }

  const Trace& trace() const { return trace_; }
  std::size_t size() const { return trace_.events.size(); }

 private:
  Trace trace_;
};

std::vector<std::pair<std::size_t, std::size_t>> races(const Written& written) {
  RaceDetector detector;
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (const Race& race : detector.races_in(written.trace())) pairs.emplace_back(race.first, race.second);
  return pairs;
}

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
  EXPECT_THAT(races(Written().store(1, kX).sync(1, Sleep, 0).sync(2, Sleep, 0).load(2, kX)), ElementsAre(std::pair(2, 5)));
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

// The writer publishes with the one order, the reader looks with the other.
std::vector<std::pair<std::size_t, std::size_t>> published(Order store, Order load) {
  return races(Written().store(1, kX).atomic(1, Store, store).atomic(2, Load, load).load(2, kX));
}

TEST(RaceDetector, AtomicsOrderAsFarAsTheirOrdersSay) {
  const auto sc = Order::SequentiallyConsistent;
  EXPECT_THAT(published(Order::Release, Order::Acquire), IsEmpty());
  EXPECT_THAT(published(sc, sc), IsEmpty());
  EXPECT_THAT(published(sc, Order::Acquire), IsEmpty());
  EXPECT_THAT(published(Order::Relaxed, Order::Acquire), ElementsAre(std::pair(2, 5)));
  EXPECT_THAT(published(Order::Release, Order::Relaxed), ElementsAre(std::pair(2, 5)));
  EXPECT_THAT(published(Order::Relaxed, Order::Relaxed), ElementsAre(std::pair(2, 5)));
}

TEST(RaceDetector, ALoadIsOrderedAfterTheStoreItReadsFromOnly) {
  const auto sc = Order::SequentiallyConsistent;
  // The load comes first: it read the initial value.
  EXPECT_THAT(races(Written().store(1, kX).atomic(2, Load, sc).atomic(1, Store, sc).load(2, kX)),
              ElementsAre(std::pair(2, 5)));
  // Another thread's relaxed store stands between.
  EXPECT_THAT(races(Written()
                        .store(1, kX)
                        .atomic(1, Store, Order::Release)
                        .atomic(0, Store, Order::Relaxed)
                        .atomic(2, Load, Order::Acquire)
                        .load(2, kX)),
              ElementsAre(std::pair(2, 6)));
  // Since C++20 also one of the same thread.
  EXPECT_THAT(races(Written()
                        .store(1, kX)
                        .atomic(1, Store, Order::Release)
                        .atomic(1, Store, Order::Relaxed)
                        .atomic(2, Load, Order::Acquire)
                        .load(2, kX)),
              ElementsAre(std::pair(2, 6)));
}

TEST(RaceDetector, ReadModifyWritesContinueAReleaseSequence) {
  EXPECT_THAT(races(Written()
                        .store(1, kX)
                        .atomic(1, Store, Order::Release)
                        .atomic(0, Rmw, Order::Relaxed)
                        .atomic(2, Load, Order::Acquire)
                        .load(2, kX)),
              IsEmpty());
  // A counter of references: whoever comes last has seen what all did before.
  EXPECT_THAT(races(Written()
                        .store(1, kX)
                        .atomic(1, Rmw, Order::Release)
                        .store(0, kY)
                        .atomic(0, Rmw, Order::Release)
                        .atomic(2, Rmw, Order::AcquireRelease)
                        .store(2, kX)
                        .store(2, kY)),
              IsEmpty());
  EXPECT_THAT(races(Written().store(1, kX).atomic(1, Rmw, Order::Acquire).atomic(2, Rmw, Order::AcquireRelease).load(2, kX)),
              ElementsAre(std::pair(2, 5)));
}

TEST(RaceDetector, ACompareExchangeThatFailsIsALoad) {
  const auto handed_over = [](Order success, Order failure, bool succeeds) {
    return races(
        Written().store(1, kX).atomic(1, Store, Order::Release).cas(2, success, failure, succeeds).load(2, kX));
  };
  EXPECT_THAT(handed_over(Order::AcquireRelease, Order::Acquire, true), IsEmpty());
  EXPECT_THAT(handed_over(Order::AcquireRelease, Order::Acquire, false), IsEmpty());
  EXPECT_THAT(handed_over(Order::AcquireRelease, Order::Relaxed, false), ElementsAre(std::pair(2, 5)));
  EXPECT_THAT(handed_over(Order::Relaxed, Order::Relaxed, true), ElementsAre(std::pair(2, 5)));
}

TEST(RaceDetector, FencesMakeRelaxedAtomicsOrder) {
  const auto fenced = [](Order before, Order after) {
    return races(Written()
                     .store(1, kX)
                     .fence(1, before)
                     .atomic(1, Store, Order::Relaxed)
                     .atomic(2, Load, Order::Relaxed)
                     .fence(2, after)
                     .load(2, kX));
  };
  EXPECT_THAT(fenced(Order::Release, Order::Acquire), IsEmpty());
  EXPECT_THAT(fenced(Order::SequentiallyConsistent, Order::SequentiallyConsistent), IsEmpty());
  EXPECT_THAT(fenced(Order::Acquire, Order::Acquire), ElementsAre(std::pair(2, 7)));
  EXPECT_THAT(fenced(Order::Release, Order::Release), ElementsAre(std::pair(2, 7)));
  // A fence hands on only what came before it.
  EXPECT_THAT(races(Written()
                        .fence(1, Order::Release)
                        .store(1, kX)
                        .atomic(1, Store, Order::Relaxed)
                        .atomic(2, Load, Order::Acquire)
                        .load(2, kX)),
              ElementsAre(std::pair(3, 6)));
  // Two fences without an atomic between them order nothing.
  EXPECT_THAT(races(Written()
                        .store(1, kX)
                        .fence(1, Order::SequentiallyConsistent)
                        .fence(2, Order::SequentiallyConsistent)
                        .load(2, kX)),
              ElementsAre(std::pair(2, 5)));
}

TEST(RaceDetector, NeighbouringAtomicsDoNotOrderForEachOther) {
  EXPECT_THAT(races(Written()
                        .store(1, kX)
                        .atomic(1, Store, Order::Release, kFlag, 4)
                        .atomic(2, Load, Order::Acquire, kFlag + 4, 4)
                        .load(2, kX)),
              ElementsAre(std::pair(2, 5)));
  // One load of both halves synchronises with both; a later store to one half leaves the other.
  EXPECT_THAT(races(Written()
                        .store(1, kX)
                        .atomic(1, Store, Order::Release, kFlag, 4)
                        .store(0, kY)
                        .atomic(0, Store, Order::Release, kFlag + 4, 4)
                        .atomic(2, Load, Order::Acquire, kFlag, 8)
                        .load(2, kX)
                        .load(2, kY)),
              IsEmpty());
  EXPECT_THAT(races(Written()
                        .store(1, kX)
                        .atomic(1, Store, Order::Release, kFlag, 8)
                        .atomic(0, Store, Order::Relaxed, kFlag, 4)
                        .atomic(2, Load, Order::Acquire, kFlag + 4, 4)
                        .load(2, kX)),
              IsEmpty());
}

TEST(RaceDetector, AtomicsRaceWithPlainAccessesButNotWithEachOther) {
  EXPECT_THAT(races(Written().atomic(1, Store, Order::Relaxed).atomic(2, Store, Order::Relaxed)), IsEmpty());
  EXPECT_THAT(races(Written().atomic(1, Store, Order::Relaxed).load(2, kFlag)), ElementsAre(std::pair(2, 3)));
  EXPECT_THAT(races(Written().store(1, kFlag).atomic(2, Load, Order::SequentiallyConsistent)),
              ElementsAre(std::pair(2, 3)));
  EXPECT_THAT(races(Written().atomic(1, Load, Order::Relaxed).load(2, kFlag)), IsEmpty());
}

TEST(RaceDetector, AnAtomicAccessDoesNotHideAnEarlierPlainOne) {
  EXPECT_THAT(races(Written().store(1, kFlag).atomic(1, Store, Order::Relaxed).atomic(2, Load, Order::Relaxed)),
              ElementsAre(std::pair(2, 4)));
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

TEST(RaceDetector, AnAcquireComesItselfAfterWhatItReadsFrom) {
  const auto handed_over = [](EventKind how, Order order) {
    return races(Written().store(1, kX).atomic(1, Store, Order::Release, kX).atomic(2, how, order, kX));
  };
  EXPECT_THAT(handed_over(Load, Order::Acquire), IsEmpty());
  EXPECT_THAT(handed_over(Rmw, Order::AcquireRelease), IsEmpty());
  EXPECT_THAT(handed_over(Load, Order::Relaxed), ElementsAre(std::pair(2, 4)));
  EXPECT_THAT(handed_over(Rmw, Order::Release), ElementsAre(std::pair(2, 4)));
  // The store itself is no later than its release.
  EXPECT_THAT(races(Written().atomic(1, Store, Order::Release, kX).atomic(2, Load, Order::Acquire, kX).store(2, kX)),
              IsEmpty());
}

TEST(RaceDetector, WhatAJoinStoresComesAfterTheThread) {
  Written written;
  written.store(1, kX, 8);
  written.add(0, ThreadJoin, 1).second = kX;
  EXPECT_THAT(races(written), IsEmpty());
}

TEST(RaceDetector, OrdersWeakerThanSequentialConsistencyAreNoticed) {
  RaceDetector detector;
  detector.races_in(Written().atomic(1, Load, Order::SequentiallyConsistent).trace());
  EXPECT_FALSE(detector.met_weaker_order());
  detector.races_in(Written().atomic(1, Load, Order::Acquire).trace());
  EXPECT_TRUE(detector.met_weaker_order());
}

}  // namespace
}  // namespace heddle
