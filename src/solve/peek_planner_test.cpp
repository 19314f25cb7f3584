// SPDX-License-Identifier: Apache-2.0
#include "solve/peek_planner.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

constexpr std::uint64_t kCell = 0x1000;

Operation access(EventKind kind, std::uint64_t value = 0) {
  Operation made;
  made.kind = kind;
  made.object = kCell;
  made.size = 4;
  made.first = value;
  made.point = ProgramPoint(7);
  return made;
}

// Main stores 5 and loads it.
class PeekPlan : public ::testing::Test {
 protected:
  PeekPlan() {
    const NodeId store = model_.root(ThreadId(0));
    model_.set_operation(store, access(EventKind::Store, 5));
    load_ = model_.add_child(store, {});
    model_.set_operation(load_, access(EventKind::Load));
    model_.resources().set_initial(model_.resources().cells(kCell, 4).front(), 0);
    model_.settle(model_.begin_round());
    schedule_.append(ThreadId(0));
    schedule_.append(ThreadId(0));
  }
  std::vector<PeekRequest> asked() {
    Schedule schedule = schedule_;
    planner_.add_requests(schedule);
    return schedule.peeks;
  }

  Model model_;
  PeekPlanner planner_{model_, Freedoms{}};
  NodeId load_ = 0;
  Schedule schedule_;
};

TEST_F(PeekPlan, ValuesThatNoSearchHasSeenWrittenAreNotAskedFor) { EXPECT_TRUE(asked().empty()); }

TEST_F(PeekPlan, EveryValueThatTheSearchHasSeenIsAskedForOnce) {
  model_.mark_used(model_.root(ThreadId(0)), 1);
  const std::vector<PeekRequest> expected = {{1, {0, 5}}};
  EXPECT_EQ(asked(), expected);
  EXPECT_TRUE(asked().empty());
}

TEST_F(PeekPlan, KnownResultsAreNotAskedFor) {
  model_.mark_used(model_.root(ThreadId(0)), 1);
  model_.add_child(load_, {LabelKind::Value, 0, 5});
  const std::vector<PeekRequest> expected = {{1, {0}}};
  EXPECT_EQ(asked(), expected);
}

TEST_F(PeekPlan, NothingIsAskedForOfThreadsWhosePastsAreKeptApart) {
  model_.mark_used(model_.root(ThreadId(0)), 1);
  model_.set_merging(ThreadId(0), false);
  EXPECT_TRUE(asked().empty());
}

TEST_F(PeekPlan, AfterThreeSpoiledExecutionsNothingIsAskedForAtThatPoint) {
  model_.mark_used(model_.root(ThreadId(0)), 1);
  Trace trace;
  trace.events.resize(1);
  trace.events[0].point = ProgramPoint(7);
  trace.unpeekable = {0};
  for (int time = 0; time < 3; ++time) planner_.learn(trace);
  EXPECT_TRUE(asked().empty());
}

}  // namespace
}  // namespace heddle
