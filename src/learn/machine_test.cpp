// SPDX-License-Identifier: Apache-2.0
#include "learn/machine.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

constexpr std::uint64_t kMutex = 0x1000, kCondition = 0x2000, kBarrier = 0x3000;
constexpr std::uint16_t kMain = 0, kWaiter = 1;
Label value(std::uint64_t number) { return {LabelKind::Value, 0, number}; }

// main creates a thread that waits for a condition twice. A wait may end without a signal once, and once more after
// each signal.
class SpuriousWakeUps : public testing::Test {
 protected:
  SpuriousWakeUps() : main_(model_.root(ThreadId(kMain))), waiter_(model_.root(ThreadId(kWaiter))) {
    add(main_, EventKind::ThreadCreate, kWaiter);
    add(waiter_, EventKind::Begin, 0);
    add_wait();
  }

  // The thread at `node` does this, and `node` becomes what follows.
  void add(NodeId& node, EventKind kind, std::uint64_t object, const Label& label = {}) {
    Operation operation;
    operation.kind = kind;
    operation.object = object;
    if (kind == EventKind::CondWait || kind == EventKind::CondReacquire) operation.first = kMutex;
    if (kind == EventKind::BarrierArrive) operation.second = 2;
    model_.set_operation(node, operation);
    node = model_.add_child(node, label);
  }
  void add_wait() {
    add(waiter_, EventKind::MutexLock, kMutex, value(0));
    add(waiter_, EventKind::CondWait, kCondition, value(0));
    add(waiter_, EventKind::CondReacquire, kCondition, value(0));
    add(waiter_, EventKind::MutexUnlock, kMutex, value(0));
  }

  Machine machine() {
    model_.set_end(main_, NodeEnd::Finished);
    model_.set_end(waiter_, NodeEnd::Ended);
    model_.settle(model_.begin_round());
    Freedoms freedoms;
    freedoms.spurious_wakeups = 1;
    Machine machine(model_, freedoms);
    machine.reset();
    step(machine, kMain);                                         // creates the thread
    for (int each = 0; each < 3; ++each) step(machine, kWaiter);  // which begins, locks and waits
    return machine;
  }
  void step(Machine& machine, std::uint16_t thread) {
    const Prediction prediction = machine.predict(thread, 0);
    ASSERT_TRUE(prediction.is_known);
    const Edge* edge = model_.edge(machine.thread(thread).node, prediction.label);
    ASSERT_NE(edge, nullptr) << "at " << static_cast<int>(machine.node(thread).operation.kind);
    machine.perform(thread, 0, prediction.label, *edge);
  }

  Model model_;
  NodeId main_, waiter_;
};

TEST_F(SpuriousWakeUps, AreUsedUp) {
  add_wait();
  Machine machine = this->machine();
  ASSERT_TRUE(machine.may_wake_spuriously(kWaiter));
  machine.leave_wait_set(kWaiter, true);
  for (int each = 0; each < 4; ++each) step(machine, kWaiter);  // reacquires, unlocks, locks, waits again
  EXPECT_TRUE(machine.leaves_wait_set(kWaiter));
  EXPECT_FALSE(machine.may_wake_spuriously(kWaiter));
}

TEST_F(SpuriousWakeUps, ArePossibleAgainAfterASignal) {
  add(main_, EventKind::CondSignal, kCondition);
  add_wait();
  add_wait();
  Machine machine = this->machine();
  machine.leave_wait_set(kWaiter, true);
  for (int each = 0; each < 4; ++each) step(machine, kWaiter);
  step(machine, kMain);
  for (int each = 0; each < 4; ++each) step(machine, kWaiter);
  EXPECT_TRUE(machine.may_wake_spuriously(kWaiter));
}

TEST_F(SpuriousWakeUps, AreNotPossibleAgainAfterABarrier) {
  add(main_, EventKind::BarrierArrive, kBarrier, value(1));
  add(waiter_, EventKind::BarrierArrive, kBarrier, value(0));
  add(waiter_, EventKind::BarrierLeave, kBarrier);
  add_wait();
  Machine machine = this->machine();
  machine.leave_wait_set(kWaiter, true);
  for (int each = 0; each < 3; ++each) step(machine, kWaiter);  // reacquires, unlocks, arrives
  step(machine, kMain);
  for (int each = 0; each < 3; ++each) step(machine, kWaiter);  // leaves, locks, waits
  EXPECT_TRUE(machine.leaves_wait_set(kWaiter));
  EXPECT_FALSE(machine.may_wake_spuriously(kWaiter));
}

// main stores to mapped memory, does `operation` to its page, and loads.
class MappedMemory : public testing::Test {
 protected:
  static constexpr std::uint64_t kPage = 0x7000, kPageSize = 4096;

  NodeId add(NodeId node, const Operation& operation) {
    model_.set_operation(node, operation);
    return model_.add_child(node, {});
  }
  static Operation access(EventKind kind, std::uint64_t bytes = 0) {
    Operation operation;
    operation.kind = kind;
    operation.object = kPage + 8;
    operation.size = 8;
    operation.first = bytes;
    return operation;
  }
  static Operation on_page(EventKind kind) {
    Operation operation;
    operation.kind = kind;
    operation.object = kPage;
    operation.size = kPageSize;
    return operation;
  }
  // What the load finds after the store and `between`.
  Prediction load_after(const std::vector<Operation>& between) {
    NodeId node = add(model_.root(ThreadId(kMain)), access(EventKind::Store, 7));
    for (const Operation& operation : between) node = add(node, operation);
    model_.set_operation(node, access(EventKind::Load));
    Machine machine(model_);
    machine.reset();
    for (std::size_t step = 0; step <= between.size(); ++step) {
      machine.perform(kMain, 0, {}, machine.node(kMain).edges.front());
    }
    return machine.predict(kMain, 0);
  }

  Model model_;
};

TEST_F(MappedMemory, KeepsWhatIsStored) {
  const Prediction load = load_after({});
  EXPECT_TRUE(load.is_known);
  EXPECT_EQ(load.label, value(7));
}

TEST_F(MappedMemory, IsFreedWithItsPage) {
  EXPECT_EQ(load_after({on_page(EventKind::Free)}).label.kind, LabelKind::Freed);
}

TEST_F(MappedMemory, MayBeGivenBackTwice) {
  Operation unmap = on_page(EventKind::Free);
  unmap.unmaps = true;
  NodeId node = add(model_.root(ThreadId(kMain)), access(EventKind::Store, 7));
  node = add(node, unmap);
  model_.set_operation(node, unmap);
  Machine machine(model_);
  machine.reset();
  for (int step = 0; step < 2; ++step) machine.perform(kMain, 0, {}, machine.node(kMain).edges.front());
  EXPECT_EQ(machine.predict(kMain, 0).label.kind, LabelKind::Nothing);
}

TEST_F(MappedMemory, HoldsWhatNobodyKnowsYetWhenItIsMadeAnew) {
  Operation anew = on_page(EventKind::Call);
  anew.remakes = true;
  EXPECT_FALSE(load_after({anew}).is_known);
}

TEST_F(MappedMemory, IsThereAgainWhenItIsMadeAnewAfterItsEnd) {
  Operation anew = on_page(EventKind::Call);
  anew.remakes = true;
  const Prediction load = load_after({on_page(EventKind::Free), anew});
  EXPECT_NE(load.label.kind, LabelKind::Freed);
  EXPECT_FALSE(load.is_known);
}

TEST_F(MappedMemory, FitsNoModelWhenOthersUseWhatIsProtected) {
  Operation protects = on_page(EventKind::Call);
  protects.is_unmodelled = true;
  load_after({protects});
  EXPECT_EQ(model_.first_unmodelled(), kNoNode);
  model_.set_operation(model_.root(ThreadId(kWaiter)), access(EventKind::Load));
  EXPECT_NE(model_.first_unmodelled(), kNoNode);
}

}  // namespace
}  // namespace heddle
