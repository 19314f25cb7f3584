// SPDX-License-Identifier: Apache-2.0
#include "solve/saturation.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

constexpr std::uint64_t kData = 0x1000, kFlag = 0x2000, kChoice = 0x3000, kLock = 0x4000;
constexpr Label kNothing{};
Label value(std::uint64_t number) { return {LabelKind::Value, 0, number}; }

// main creates a thread that sends, and receives itself: a flag, then data.
class MessagePassing : public testing::Test {
 protected:
  MessagePassing() : main_(model_.root(ThreadId(0))), other_(model_.root(ThreadId(1))) {
    step(main_, EventKind::ThreadCreate, 1, kNothing);
    step(other_, EventKind::Begin, 0, kNothing);
  }

  void set(NodeId node, EventKind kind, std::uint64_t object) {
    Operation made;
    made.kind = kind;
    made.object = object;
    made.is_atomic = true;
    if (object >= kData && object != kLock) made.size = 4;
    if (kind == EventKind::Store) made.first = 1;
    model_.set_operation(node, made);
  }
  void step(NodeId& node, EventKind kind, std::uint64_t object, const Label& label) {
    set(node, kind, object);
    node = model_.add_child(node, label);
  }
  // main reads the flag, and then the data, which was seen as 1 only; returns where.
  NodeId receive() {
    set(main_, EventKind::Load, kFlag);
    model_.set_end(model_.add_child(main_, value(0)), NodeEnd::Finished);
    main_ = model_.add_child(main_, value(1));
    const NodeId load = main_;
    step(main_, EventKind::Load, kData, value(1));
    return load;
  }
  bool refutes(NodeId goal) {
    model_.set_end(main_, NodeEnd::Finished);
    model_.set_end(other_, NodeEnd::Ended);
    for (const std::uint64_t cell : {kData, kFlag, kChoice}) {
      model_.resources().set_initial(model_.resources().cells(cell, 4).front(), 0);
    }
    model_.settle(model_.begin_round());
    Allowance allowance(100'000);
    KnownGraph graph(model_, {}, allowance);
    EXPECT_TRUE(graph.make()) << graph.refusal();
    const Dominators dominators(graph);
    return Saturation(graph, dominators, goal, allowance).refutes();
  }

  Model model_;
  NodeId main_, other_;
};

TEST_F(MessagePassing, WhoSawTheFlagCannotMissTheDataSentBefore) {
  step(other_, EventKind::Store, kData, kNothing);
  step(other_, EventKind::Store, kFlag, kNothing);
  EXPECT_TRUE(refutes(receive()));
}

TEST_F(MessagePassing, WhoSawTheFlagCanMissTheDataSentAfter) {
  step(other_, EventKind::Store, kFlag, kNothing);
  step(other_, EventKind::Store, kData, kNothing);
  EXPECT_FALSE(refutes(receive()));
}

// The sender sets the data under a lock, and the flag after it; main has the lock, if it takes it, until it reads the
// flag.
class Sections : public MessagePassing {
 protected:
  NodeId load_flag(bool locks) {
    step(other_, EventKind::MutexLock, kLock, value(0));
    step(other_, EventKind::Store, kData, kNothing);
    step(other_, EventKind::MutexUnlock, kLock, value(0));
    step(other_, EventKind::Store, kFlag, kNothing);
    if (locks) step(main_, EventKind::MutexLock, kLock, value(0));
    set(main_, EventKind::Load, kData);
    NodeId late = model_.add_child(main_, value(1));
    if (locks) step(late, EventKind::MutexUnlock, kLock, value(0));
    model_.set_end(late, NodeEnd::Finished);
    main_ = model_.add_child(main_, value(0));
    const NodeId load = main_;
    step(main_, EventKind::Load, kFlag, value(0));
    if (locks) step(main_, EventKind::MutexUnlock, kLock, value(0));
    return load;
  }
};

TEST_F(Sections, WhoMissesTheDataUnderALockMissesWhatComesAfterItsSection) { EXPECT_TRUE(refutes(load_flag(true))); }

TEST_F(Sections, WithoutTheLockItCanBeSeen) { EXPECT_FALSE(refutes(load_flag(false))); }

TEST_F(MessagePassing, WhoHasJoinedTheSenderCannotMissTheData) {
  step(other_, EventKind::Store, kData, kNothing);
  step(main_, EventKind::ThreadJoin, 1, value(0));
  const NodeId load = main_;
  step(main_, EventKind::Load, kData, value(1));
  EXPECT_TRUE(refutes(load));
}

TEST_F(MessagePassing, WhoHasNotJoinedTheSenderCanMissTheData) {
  step(other_, EventKind::Store, kData, kNothing);
  const NodeId load = main_;
  step(main_, EventKind::Load, kData, value(1));
  step(main_, EventKind::ThreadJoin, 1, value(0));
  EXPECT_FALSE(refutes(load));
}

TEST_F(MessagePassing, DataThatIsSentOnSomeWaysOnlyCanBeMissed) {
  step(main_, EventKind::Store, kChoice, kNothing);
  set(other_, EventKind::Load, kChoice);
  const NodeId silent = model_.add_child(other_, value(1));
  const NodeId sending = model_.add_child(other_, value(0));
  set(sending, EventKind::Store, kData);
  model_.add_edge(sending, kNothing, silent);
  other_ = silent;
  step(other_, EventKind::Store, kFlag, kNothing);
  EXPECT_FALSE(refutes(receive()));
}

TEST_F(MessagePassing, WaysThatMeetAgainAfterTheDataWasSentCannotMissIt) {
  step(other_, EventKind::Store, kData, kNothing);
  set(other_, EventKind::Load, kData);
  const NodeId after = model_.add_child(other_, value(1));
  model_.add_edge(other_, value(0), after);
  other_ = after;
  step(other_, EventKind::Store, kFlag, kNothing);
  EXPECT_TRUE(refutes(receive()));
}

TEST_F(MessagePassing, NothingIsRefutedWithoutTheEffortItTakes) {
  step(other_, EventKind::Store, kData, kNothing);
  step(other_, EventKind::Store, kFlag, kNothing);
  const NodeId goal = receive();
  ASSERT_TRUE(refutes(goal));
  Allowance enough(100'000), none(0);
  KnownGraph graph(model_, {}, enough);
  ASSERT_TRUE(graph.make());
  const Dominators dominators(graph);
  EXPECT_FALSE(Saturation(graph, dominators, goal, none).refutes());
}

}  // namespace
}  // namespace heddle
