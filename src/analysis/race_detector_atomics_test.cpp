// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/race_detector.h"
#include "analysis/written_execution.h"

namespace heddle {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using enum EventKind;

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
  EXPECT_THAT(
      races(Written().store(1, kX).atomic(1, Rmw, Order::Acquire).atomic(2, Rmw, Order::AcquireRelease).load(2, kX)),
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

TEST(RaceDetector, OrdersWeakerThanSequentialConsistencyAreNoticed) {
  RaceDetector detector;
  detector.races_in(Written().atomic(1, Load, Order::SequentiallyConsistent).trace());
  EXPECT_FALSE(detector.met_weaker_order());
  detector.races_in(Written().atomic(1, Load, Order::Acquire).trace());
  EXPECT_TRUE(detector.met_weaker_order());
}

}  // namespace
}  // namespace heddle
