// SPDX-License-Identifier: Apache-2.0
#include "solve/thread_classes.h"

#include <gtest/gtest.h>

#include "solve/model_search.h"

namespace heddle {
namespace {

constexpr Fingerprint kBegun{77, 0};  // fingerprint of threads that have begun
constexpr std::uint64_t kCell = 0x1000;
constexpr std::uint64_t kLock = 0x2000;
constexpr std::uint64_t kHidden = 0x3000;

Operation operation(EventKind kind, std::uint64_t object, std::uint32_t size = 0) {
  Operation made;
  made.kind = kind;
  made.object = object;
  made.size = size;
  return made;
}

// main creates two threads and joins them; each stores a value under a lock and ends.
class Twins : public testing::Test {
 protected:
  Twins() {
    for (std::uint16_t thread = 1; thread <= 2; ++thread) model_.set_sharing(ThreadId(thread), true);
  }

  NodeId then(NodeId node, Operation next, Label label = {}) {
    const NodeId child = model_.add_child(node, label);
    EXPECT_TRUE(model_.set_operation(child, std::move(next)));
    return child;
  }

  // Returns the node after the thread has begun.
  NodeId begin(std::uint16_t thread, const Fingerprint& fingerprint) {
    const NodeId root = model_.root(ThreadId(thread));
    model_.set_operation(root, operation(EventKind::Begin, thread));
    return model_.identify(model_.add_child(root, {}), fingerprint);
  }

  void teach_threads(const Fingerprint& second_fingerprint = kBegun) {
    const NodeId first = begin(1, kBegun);
    model_.set_operation(first, operation(EventKind::MutexLock, kLock));
    const NodeId stores = then(first, operation(EventKind::Store, kCell, 4), {LabelKind::Value, 0, 0});
    const NodeId unlocks = then(stores, operation(EventKind::MutexUnlock, kLock));
    const NodeId end = model_.add_child(unlocks, {LabelKind::Value, 0, 0});
    model_.set_end(end, NodeEnd::Ended);
    model_.set_exit_value(end, 0);
    begin(2, second_fingerprint);
  }

  // They end where the lock cannot be had; returns that node.
  NodeId teach_another_end() {
    const NodeId locks = model_[model_.root_of(ThreadId(1))].edges.front().child;
    const NodeId end = model_.add_child(locks, {LabelKind::Value, 0, 2});
    model_.set_end(end, NodeEnd::Ended);
    return end;
  }

  // Where the lock cannot be had they do this, and end.
  void teach_instead(const Operation& instead) {
    const NodeId locks = model_[model_.root_of(ThreadId(1))].edges.front().child;
    const NodeId end = model_.add_child(then(locks, instead, {LabelKind::Value, 0, 2}), {LabelKind::Hidden, 0, 0});
    model_.set_end(end, NodeEnd::Ended);
    model_.set_exit_value(end, 0);
  }

  void teach_main(const std::vector<Operation>& between = {}) {
    const NodeId root = model_.root(ThreadId(0));
    model_.set_operation(root, operation(EventKind::ThreadCreate, 1));
    NodeId at = then(root, operation(EventKind::ThreadCreate, 2));
    at = then(at, operation(EventKind::ThreadJoin, 1));
    for (const Operation& each : between) at = then(at, each, {LabelKind::Value, 0, 0});
    const Label joined{between.empty() ? LabelKind::Value : LabelKind::Nothing, 0, 0};
    at = then(at, operation(EventKind::ThreadJoin, 2), joined);
    model_.set_end(model_.add_child(at, {LabelKind::Value, 0, 0}), NodeEnd::Finished);
    model_.settle(model_.begin_round());
  }

  Model model_;
};

TEST_F(Twins, ThatBeginAlikeCanTakeEachOthersPlace) {
  teach_threads();
  teach_main();
  const ThreadClasses classes(model_);
  EXPECT_EQ(classes.size(), 2u);
  EXPECT_EQ(classes.name(2), 1);
  EXPECT_FALSE(classes.has(0));
}

// The library would tell which of them has called it.
TEST_F(Twins, ThatCallALibraryThatAnswersCannot) {
  teach_threads();
  teach_instead(operation(EventKind::Call, kHidden));
  teach_main();
  EXPECT_TRUE(ThreadClasses(model_).empty());
}

TEST_F(Twins, ThatSleepCanWhereNobodyReadsTheClock) {
  teach_threads();
  teach_instead(operation(EventKind::Sleep, 0));
  teach_main();
  EXPECT_EQ(ThreadClasses(model_).size(), 2u);
  begin(3, {79, 0});
  model_.set_operation(model_[model_.root_of(ThreadId(3))].edges.front().child, operation(EventKind::Clock, 0));
  EXPECT_TRUE(ThreadClasses(model_).empty());
}

TEST_F(Twins, ThatBeginDifferentlyCannot) {
  teach_threads({78, 0});
  teach_main();
  EXPECT_TRUE(ThreadClasses(model_).empty());
}

TEST_F(Twins, CannotIfTheirCreatorActsBetweenTheJoins) {
  teach_threads();
  teach_main({operation(EventKind::Store, kCell, 4)});
  EXPECT_TRUE(ThreadClasses(model_).empty());
}

TEST_F(Twins, CannotIfTheyReturnDifferentValues) {
  teach_threads();
  model_.set_exit_value(teach_another_end(), 1);
  teach_main();
  EXPECT_TRUE(ThreadClasses(model_).empty());
}

TEST_F(Twins, CannotWhileItIsNotKnownWhatAJoinedOneReturns) {
  teach_threads();
  const NodeId end = teach_another_end();
  teach_main();
  EXPECT_TRUE(ThreadClasses(model_).empty());
  model_.set_exit_value(end, 0);
  EXPECT_EQ(ThreadClasses(model_).size(), 2u);
}

TEST_F(Twins, MakeWhatTheyTouchShared) {
  teach_threads();
  EXPECT_TRUE(model_.resources()[model_.resources().cells(kCell, 4).front()].is_shared);
}

class Swapped : public Twins {
 protected:
  // The number of the state in which the threads have taken these steps, one after the other.
  StateKey state_after(const std::vector<std::uint16_t>& steps, const ThreadClasses* classes) {
    ModelWalk walk(model_, Freedoms{});
    walk.reset();
    for (const std::uint16_t thread : steps) EXPECT_TRUE(walk.take({thread, 0, false, false}));
    Situation situation(model_, walk.machine(), true, HashWords::Two);
    situation.set_classes(classes);
    situation.look(1);
    return situation.hash();
  }
};

TEST_F(Swapped, StatesAreOneIfTheThreadsAre) {
  teach_threads();
  teach_main();
  const ThreadClasses classes(model_);
  const std::vector<std::uint16_t> one = {0, 0, 1, 2, 1, 1}, other = {0, 0, 1, 2, 2, 2};  // one holds the lock
  EXPECT_EQ(state_after(one, &classes), state_after(other, &classes));
  EXPECT_NE(state_after(one, nullptr), state_after(other, nullptr));
}

TEST_F(Swapped, WhoHoldsALockIsNotForgotten) {
  teach_threads();
  teach_main();
  const ThreadClasses classes(model_);
  EXPECT_NE(state_after({0, 0, 1, 2, 1}, &classes), state_after({0, 0, 1, 2, 1, 1}, &classes));
  EXPECT_NE(state_after({0, 0, 1, 2, 1}, &classes), state_after({0, 0, 1, 2}, &classes));
}

TEST_F(Swapped, NobodyIsJoinedWhileAnotherIsAlive) {
  teach_threads();
  teach_main();
  const ThreadClasses classes(model_);
  ModelWalk walk(model_, Freedoms{});
  walk.reset();
  for (const std::uint16_t thread : std::vector<std::uint16_t>{0, 0, 1, 1, 1, 1}) {
    EXPECT_TRUE(walk.take({thread, 0, false, false}));
  }
  EXPECT_EQ(classes.awaited(walk.machine(), 0), 2);
  for (int step = 0; step < 4; ++step) EXPECT_TRUE(walk.take({2, 0, false, false}));
  EXPECT_EQ(classes.awaited(walk.machine(), 0), std::nullopt);
}

}  // namespace
}  // namespace heddle
