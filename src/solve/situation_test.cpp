// SPDX-License-Identifier: Apache-2.0
//
// What is kept up to date from state to state must be what a fresh look at the state would see.
#include "solve/situation.h"

#include <gtest/gtest.h>

#include <random>
#include <unordered_map>
#include <vector>

#include "solve/persistent_set.h"
#include "solve/racing_pairs.h"

namespace heddle {
namespace {

constexpr std::uint32_t kRound = 1;

Operation operation(EventKind kind, std::uint64_t object, std::uint64_t first = 0) {
  Operation made;
  made.kind = kind;
  made.object = object;
  made.first = first;
  made.size = kind == EventKind::MutexLock || kind == EventKind::MutexUnlock ? 0 : 4;
  return made;
}

Operation random_operation(std::mt19937_64& random) {
  const std::uint64_t cell = 0x1000 + 4 * (random() % 5);
  const std::uint64_t mutex = 0x2000 + 64 * (random() % 2);
  Operation made;
  switch (random() % 8) {
    case 0:
    case 1:
      made = operation(EventKind::Load, cell);
      break;
    case 2:
    case 3:
      made = operation(EventKind::Store, cell, random() % 3);
      break;
    case 4:
      made = operation(EventKind::Rmw, cell, 1);
      break;
    case 5:
      return operation(EventKind::MutexLock, mutex);
    case 6:
      return operation(EventKind::MutexUnlock, mutex);
    default:
      made = operation(EventKind::Free, cell);
      break;
  }
  made.is_atomic = made.kind == EventKind::Rmw || random() % 2 == 0;
  return made;
}

// A few threads, each a list of operations; their graphs grow as the walk meets results.
class Walk {
 public:
  explicit Walk(std::uint64_t seed) : random_(seed), machine_(model_) {
    const std::uint16_t threads = random_() % 20 == 0 ? 70 : 2 + random_() % 4;
    programs_.resize(threads);
    for (std::uint16_t thread = 1; thread < threads; ++thread) {
      programs_[0].push_back(operation(EventKind::ThreadCreate, thread));
      for (std::uint64_t count = random_() % 8; count > 0; --count) {
        programs_[thread].push_back(random_operation(random_));
      }
      programs_[thread].push_back(operation(EventKind::Yield, 0));
    }
    for (std::uint16_t thread = 1; thread < threads; ++thread) {
      programs_[0].push_back(operation(EventKind::ThreadJoin, thread));
    }
    for (std::uint64_t cell = 0; cell < 5; ++cell) {
      model_.resources().set_initial(model_.resources().cells(0x1000 + 4 * cell, 4).front(), 0);
    }
    for (std::uint16_t thread = 0; thread < threads; ++thread) define(model_.root(ThreadId(thread)), thread, 0);
    model_.settle(kRound);
    machine_.reset();
  }

  Model& model() { return model_; }
  Machine& machine() { return machine_; }

  // One step of a thread that can run, or some steps back. True if the model has grown.
  bool move() {
    std::vector<std::uint16_t> can_run;
    for (std::uint16_t thread = 0; thread < machine_.thread_count(); ++thread) {
      if (machine_.is_enabled(thread)) can_run.push_back(thread);
    }
    if (can_run.empty() || machine_.process_has_ended() || (!marks_.empty() && random_() % 4 == 0)) {
      if (marks_.empty()) return false;
      const std::size_t kept = random_() % marks_.size();
      machine_.undo_to(marks_[kept]);
      marks_.resize(kept);
      return false;
    }
    const std::uint16_t thread = can_run[random_() % can_run.size()];
    const NodeId node = machine_.thread(thread).node;
    const Label label = machine_.predict(thread, 0).label;
    const bool is_new = model_.edge(node, label) == nullptr;
    if (is_new) {
      const NodeId child = model_.add_child(node, label);
      const bool fails = label.kind == LabelKind::Freed || label.kind == LabelKind::Misuse;
      if (fails)
        model_.set_end(child, NodeEnd::Failed);
      else
        define(child, thread, positions_[node] + 1);
      model_.settle(kRound);
    }
    marks_.push_back(machine_.mark());
    machine_.perform(thread, 0, label, *model_.edge(node, label));
    return is_new;
  }

 private:
  void define(NodeId node, std::uint16_t thread, std::size_t position) {
    positions_[node] = position;
    if (position < programs_[thread].size())
      model_.set_operation(node, programs_[thread][position]);
    else
      model_.set_end(node, thread == 0 ? NodeEnd::Finished : NodeEnd::Ended);
  }

  std::mt19937_64 random_;
  Model model_;
  Machine machine_;
  std::vector<std::vector<Operation>> programs_;
  std::unordered_map<NodeId, std::size_t> positions_;  // in the program of its thread
  std::vector<std::size_t> marks_;
};

std::vector<std::uint16_t> members(const ThreadBits& bits) {
  std::vector<std::uint16_t> list;
  bits.for_each([&](std::uint16_t thread) { list.push_back(thread); });
  return list;
}

void expect_as_if_fresh(std::uint64_t seed, bool live_memory, bool races) {
  Walk walk(seed);
  Situation kept(walk.model(), walk.machine(), live_memory, HashWords::Two);
  PersistentSet kept_set(walk.model(), walk.machine(), kept, races);
  for (int step = 0; step < 200; ++step) {
    if (walk.move()) {
      kept.forget();
      kept_set.forget();
    }
    if (walk.machine().process_has_ended()) continue;
    kept.look(kRound);
    Situation fresh(walk.model(), walk.machine(), live_memory, HashWords::Two);
    fresh.look(kRound);
    PersistentSet fresh_set(walk.model(), walk.machine(), fresh, races);
    ASSERT_EQ(kept.hash(), fresh.hash()) << "seed " << seed << ", step " << step;
    ASSERT_EQ(kept.enabled(), fresh.enabled()) << "seed " << seed << ", step " << step;
    ASSERT_EQ(members(kept.waiting()), members(fresh.waiting())) << "seed " << seed << ", step " << step;
    ASSERT_EQ(kept_set.choose(), fresh_set.choose()) << "seed " << seed << ", step " << step;
    const bool has_race = RacingPairs().find(walk.model(), walk.machine(), {}, kept.held()).has_value();
    ASSERT_TRUE(kept.may_race() || !has_race) << "seed " << seed << ", step " << step;
    ASSERT_EQ(kept.may_race(), fresh.may_race()) << "seed " << seed << ", step " << step;
  }
}

TEST(Situation, IsAlwaysWhatAFreshLookWouldSee) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) expect_as_if_fresh(seed, true, seed % 2 == 0);
  for (std::uint64_t seed = 0; seed < 100; ++seed) expect_as_if_fresh(seed, false, seed % 2 == 0);
}

// As many different first words as second ones, and neither says what the other is.
TEST(Situation, TheSecondWordTellsTheSameStatesApart) {
  std::unordered_map<std::uint64_t, std::uint64_t> second_of, first_of;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Walk walk(seed);
    for (int step = 0; step < 200; ++step) {
      walk.move();
      if (walk.machine().process_has_ended()) continue;
      Situation narrow(walk.model(), walk.machine(), true), wide(walk.model(), walk.machine(), true, HashWords::Two);
      narrow.look(kRound);
      wide.look(kRound);
      ASSERT_EQ(narrow.hash(), StateKey(wide.hash().first, 0));
      ASSERT_NE(wide.hash().first, wide.hash().second);
      ASSERT_EQ(second_of.emplace(wide.hash().first, wide.hash().second).first->second, wide.hash().second);
      ASSERT_EQ(first_of.emplace(wide.hash().second, wide.hash().first).first->second, wide.hash().first);
    }
  }
  EXPECT_GT(second_of.size(), 500u);
}

TEST(Situation, WhatNobodyLooksAtAnyMoreDoesNotCount) {
  Model model;
  Machine machine(model);
  const NodeId root = model.root(ThreadId(0));
  model.set_operation(root, operation(EventKind::Load, 0x1000));
  for (const std::uint64_t value : {0u, 1u}) {
    const NodeId child = model.add_child(root, {LabelKind::Value, 0, value});
    model.set_operation(child, operation(EventKind::Store, 0x2000, value));
    const NodeId last = model.add_child(child, {});
    model.set_operation(last, operation(EventKind::Yield, 0));
  }
  model.settle(kRound);
  const auto hash_after = [&](std::uint64_t value, bool live_memory) {
    machine.reset();
    Situation situation(model, machine, live_memory);
    situation.look(kRound);
    const Edge* first = model.edge(root, {LabelKind::Value, 0, value});
    machine.perform(0, 0, first->label, *first);
    situation.look(kRound);
    machine.perform(0, 0, {}, *model.edge(first->child, {}));
    machine.put(0, root);  // both pasts at one node: only memory differs
    situation.look(kRound);
    return situation.hash();
  };
  EXPECT_EQ(hash_after(0, true), hash_after(1, true));
  EXPECT_NE(hash_after(0, false), hash_after(1, false));
}

}  // namespace
}  // namespace heddle
