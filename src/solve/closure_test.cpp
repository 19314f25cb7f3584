// SPDX-License-Identifier: Apache-2.0
#include "solve/closure.h"

#include <gtest/gtest.h>

#include "solve/goal_search.h"

namespace heddle {
namespace {

constexpr std::uint64_t kCell = 0x1000, kLock = 0x2000, kOtherLock = 0x3000;
constexpr Label kNothing{};
Label value(std::uint64_t number) { return {LabelKind::Value, 0, number}; }

// main creates one thread and then does something; so does the thread.
class TwoThreads : public testing::Test {
 protected:
  TwoThreads() : main_(model_.root(ThreadId(0))), other_(model_.root(ThreadId(1))) {
    step(main_, EventKind::ThreadCreate, 1, kNothing);
    step(other_, EventKind::Begin, 0, kNothing);
  }

  Operation operation(EventKind kind, std::uint64_t object) const {
    Operation made;
    made.kind = kind;
    made.object = object;
    made.is_atomic = is_atomic_;
    if (object == kCell) made.size = 4;
    if (kind == EventKind::Store) made.first = 7;
    return made;
  }
  // The thread at `node` does this, and `node` becomes what follows.
  void step(NodeId& node, EventKind kind, std::uint64_t object, const Label& label) {
    model_.set_operation(node, operation(kind, object));
    node = model_.add_child(node, label);
  }
  void end() {
    model_.set_end(main_, NodeEnd::Finished);
    model_.set_end(other_, NodeEnd::Ended);
    model_.settle(model_.begin_round());
  }
  ClosureFindings closed() {
    Allowance allowance(100'000);
    KnownGraph graph(model_, {}, allowance);
    return Closure(model_, {}, true, [](ProgramPoint, ProgramPoint) { return false; }).look_at(graph, allowance);
  }

  Model model_;
  NodeId main_, other_;
  bool is_atomic_ = true;
};

TEST_F(TwoThreads, AValueThatAnotherThreadWritesMayBeRead) {
  step(other_, EventKind::Store, kCell, kNothing);
  const NodeId load = main_;
  step(main_, EventKind::Load, kCell, value(0));
  model_.resources().set_initial(model_.resources().cells(kCell, 4).front(), 0);
  end();
  const ClosureFindings findings = closed();
  EXPECT_FALSE(findings.is_refused) << findings.refusal;
  ASSERT_EQ(findings.goals.size(), 1u);
  EXPECT_EQ(findings.goals.front().node, load);
}

TEST_F(TwoThreads, AModelWithEveryValueIsClosed) {
  step(other_, EventKind::Store, kCell, kNothing);
  model_.set_operation(main_, operation(EventKind::Load, kCell));
  model_.set_end(model_.add_child(main_, value(7)), NodeEnd::Finished);
  main_ = model_.add_child(main_, value(0));
  model_.resources().set_initial(model_.resources().cells(kCell, 4).front(), 0);
  end();
  EXPECT_TRUE(closed().is_closed);
}

TEST_F(TwoThreads, AccessesThatNothingOrdersMayRace) {
  is_atomic_ = false;
  step(other_, EventKind::Store, kCell, kNothing);
  step(main_, EventKind::Store, kCell, kNothing);
  end();
  EXPECT_EQ(closed().refusal, "accesses may race");
}

TEST_F(TwoThreads, LocksTakenInTwoOrdersAreLeftToTheSearch) {
  for (auto [node, first, second] : {std::tuple(&main_, kLock, kOtherLock), std::tuple(&other_, kOtherLock, kLock)}) {
    step(*node, EventKind::MutexLock, first, value(0));
    step(*node, EventKind::MutexLock, second, value(0));
    step(*node, EventKind::MutexUnlock, second, value(0));
    step(*node, EventKind::MutexUnlock, first, value(0));
  }
  end();
  EXPECT_EQ(closed().refusal, "threads may wait for each other for ever");
}

TEST_F(TwoThreads, WhatIsKnownToUseFreedMemoryIsLeftToTheSearch) {
  step(main_, EventKind::Free, kCell, kNothing);
  model_.set_pending(other_, operation(EventKind::Load, kCell));
  model_.set_end(model_.add_child(other_, {LabelKind::Freed, 0, 0}), NodeEnd::Failed);
  model_.set_end(main_, NodeEnd::Finished);
  model_.settle(model_.begin_round());
  EXPECT_EQ(closed().refusal, "something is misused");
}

TEST_F(TwoThreads, WhoeverIsAboutToUseMemoryCountsWhereItIsFreed) {
  step(main_, EventKind::Free, kCell, kNothing);
  model_.set_pending(other_, operation(EventKind::Load, kCell));
  model_.set_end(main_, NodeEnd::Finished);
  model_.settle(model_.begin_round());
  EXPECT_EQ(closed().refusal, "something may be misused");
}

TEST_F(TwoThreads, AGoalIsFoundWhereItCanBeReached) {
  step(other_, EventKind::Store, kCell, kNothing);
  const NodeId load = main_;
  step(main_, EventKind::Load, kCell, value(0));
  model_.resources().set_initial(model_.resources().cells(kCell, 4).front(), 0);
  end();
  Allowance allowance(100'000);
  KnownGraph graph(model_, {}, allowance);
  ASSERT_TRUE(graph.make());
  GoalSearch search(model_, {});
  EXPECT_EQ(search.look_for(GoalSlice(graph, load, allowance), allowance), GoalAnswer::Found);
}

TEST_F(TwoThreads, AGoalIsRefutedIfEveryWayThereIsKnown) {
  step(other_, EventKind::Store, kCell, kNothing);
  const NodeId load = main_;
  model_.set_operation(main_, operation(EventKind::Load, kCell));
  model_.set_end(model_.add_child(main_, value(7)), NodeEnd::Finished);
  main_ = model_.add_child(main_, value(0));
  model_.resources().set_initial(model_.resources().cells(kCell, 4).front(), 0);
  end();
  Allowance allowance(100'000);
  KnownGraph graph(model_, {}, allowance);
  ASSERT_TRUE(graph.make());
  GoalSearch search(model_, {});
  EXPECT_EQ(search.look_for(GoalSlice(graph, load, allowance), allowance), GoalAnswer::Refuted);
}

}  // namespace
}  // namespace heddle
