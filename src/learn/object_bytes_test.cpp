// SPDX-License-Identifier: Apache-2.0
#include "learn/object_bytes.h"

#include <gtest/gtest.h>

#include "learn/lock_words.h"
#include "learn/machine.h"

namespace heddle {
namespace {

constexpr std::uint64_t kMutex = 0x1000;
constexpr std::uint16_t kMain = 0, kOther = 1;
Label value(std::uint64_t number) { return {LabelKind::Value, 0, number}; }

TEST(ObjectBytes, AStateComesBackFromItsBytes) {
  const auto comes_back = [](ObjectType type, std::uint64_t state) {
    return object_of_bytes(type, bytes_of_object(type, state)) == state;
  };
  EXPECT_TRUE(comes_back(ObjectType::Mutex, packed({3, 2, static_cast<std::uint32_t>(MutexType::Recursive)})));
  EXPECT_TRUE(comes_back(ObjectType::RwLock, packed({0, 7, 0})));
  EXPECT_TRUE(comes_back(ObjectType::SpinLock, packed({5, 1, 0})));
  EXPECT_TRUE(comes_back(ObjectType::Once, packed({0, 1, 0})));
  EXPECT_TRUE(comes_back(ObjectType::Semaphore, 42));
  EXPECT_TRUE(comes_back(ObjectType::Semaphore, 42 | kDestroyed));
  EXPECT_TRUE(comes_back(ObjectType::Barrier, packed({4, 0, 0})));
}

TEST(ObjectBytes, ZeroesAreAFreshObjectButNoBarrier) {
  for (ObjectType type :
       {ObjectType::Mutex, ObjectType::RwLock, ObjectType::SpinLock, ObjectType::Once, ObjectType::Semaphore}) {
    EXPECT_EQ(object_of_bytes(type, ObjectBytes{}), 0u);
  }
  EXPECT_EQ(object_of_bytes(ObjectType::Barrier, ObjectBytes{}), kDestroyed);
}

TEST(ObjectBytes, AnAdaptiveMutexIsANormalOne) {
  ObjectBytes bytes{};
  bytes[kMutexKindOffset] = 3;
  EXPECT_EQ(mutex_type(lock_words(object_of_bytes(ObjectType::Mutex, bytes))), MutexType::Normal);
}

TEST(ObjectBytes, WhatNoThreadCouldHaveLeftIsHeldByNobodyThatGivesItBack) {
  ObjectBytes bytes{};
  bytes.fill(0x77);
  EXPECT_EQ(lock_words(object_of_bytes(ObjectType::Mutex, bytes)).owner, kNoThreadsTag);
  EXPECT_EQ(lock_words(object_of_bytes(ObjectType::SpinLock, bytes)).owner, kNoThreadsTag);
}

// main creates a thread that takes a mutex, and stores something over the mutex before it takes it itself.
class StoreOverMutex : public testing::Test {
 protected:
  void make(std::uint64_t stored) {
    NodeId main = model_.root(ThreadId(kMain)), other = model_.root(ThreadId(kOther));
    add(main, EventKind::ThreadCreate, kOther, {});
    store_ = main;
    add(main, EventKind::Store, kMutex, {}, stored);
    add(main, EventKind::MutexLock, kMutex, value(0));
    add(other, EventKind::Begin, 0, {});
    add(other, EventKind::MutexLock, kMutex, value(0));
    add(other, EventKind::MutexUnlock, kMutex, value(0));
    model_.settle(model_.begin_round());
  }
  void add(NodeId& node, EventKind kind, std::uint64_t object, const Label& label, std::uint64_t first = 0) {
    Operation operation;
    operation.kind = kind;
    operation.object = object;
    operation.first = first;
    if (kind == EventKind::Store) operation.size = 8;
    model_.set_operation(node, operation);
    node = model_.add_child(node, label);
  }
  void step(Machine& machine, std::uint16_t thread) {
    const Prediction prediction = machine.predict(thread, 0);
    ASSERT_TRUE(prediction.is_known);
    machine.perform(thread, 0, prediction.label, *model_.edge(machine.thread(thread).node, prediction.label));
  }

  Model model_;
  NodeId store_ = kNoNode;
};

TEST_F(StoreOverMutex, ConflictsWithEveryOperationOnIt) {
  make(0);
  const ResourceId mutex = model_.resources().object(kMutex);
  const AccessId any = model_.accesses().find(mutex, Mode::Any);
  ASSERT_NE(any, AccessSets::kUnknownAccess);
  const std::vector<AccessId>& accesses = model_[store_].accesses;
  EXPECT_NE(std::find(accesses.begin(), accesses.end(), any), accesses.end());
}

TEST_F(StoreOverMutex, OfZeroesSetsItFree) {
  make(0);
  Machine machine(model_);
  machine.reset();
  step(machine, kMain);
  step(machine, kOther);
  step(machine, kOther);  // takes it
  step(machine, kMain);
  EXPECT_TRUE(machine.is_enabled(kMain));
  EXPECT_TRUE(machine.is_wrong(kOther));  // gives back what it does not hold any more
}

TEST_F(StoreOverMutex, OfSomethingElseLeavesItTaken) {
  make(0x7777777777777777);
  Machine machine(model_);
  machine.reset();
  step(machine, kMain);
  step(machine, kMain);
  step(machine, kOther);
  EXPECT_FALSE(machine.is_enabled(kMain));
  EXPECT_FALSE(machine.is_enabled(kOther));
  EXPECT_FALSE(machine.holder(kOther));
}

}  // namespace
}  // namespace heddle
