// SPDX-License-Identifier: Apache-2.0
#include "learn/model.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

constexpr ProgramPoint kPoint{1};

Label value(std::uint64_t of, std::uint32_t size = 0) { return {LabelKind::Value, size, of}; }

class Results : public testing::Test {
 protected:
  Results() { facts_.points.resize(2); }

  // A thread about to do this to an int, whose result is used like this.
  NodeId node(EventKind kind, ResultUse use, bool merges = true) {
    facts_.points[1].result_use = std::move(use);
    model_.set_facts(&facts_);
    model_.set_merging(ThreadId{}, merges);
    const NodeId root = model_.root(ThreadId{});
    Operation operation;
    operation.kind = kind;
    operation.point = kPoint;
    operation.object = 0x1000;
    operation.size = 4;
    operation.first = 7;  // what a compare-exchange expects
    EXPECT_TRUE(model_.set_operation(root, operation));
    return root;
  }

  ProgramFacts facts_;
  Model model_;
};

const wire::OutcomeTest kIsPositive = {0, 32, 32, 0, wire::Comparison::SignedGreater, {}};

TEST_F(Results, ThatAreOnlyComparedCountByTheOutcome) {
  const NodeId node = this->node(EventKind::Load, {ResultUseKind::Outcomes, {kIsPositive}});
  const NodeId child = model_.add_child(node, value(3));
  EXPECT_EQ(model_.child(node, value(4)), child);
  EXPECT_EQ(model_.child(node, value(0)), kNoNode);
  EXPECT_EQ(model_.child(node, value(0xffffffff)), kNoNode);
}

TEST_F(Results, ThatNobodyUsesAreOne) {
  const NodeId node = this->node(EventKind::Rmw, {ResultUseKind::Dead, {}});
  const NodeId child = model_.add_child(node, value(3));
  EXPECT_EQ(model_.child(node, value(99)), child);
}

TEST_F(Results, OfACompareExchangeCountBySuccess) {
  const NodeId node = this->node(EventKind::Cas, {ResultUseKind::Success, {}});
  const NodeId failed = model_.add_child(node, value(3));
  EXPECT_EQ(model_.child(node, value(4)), failed);
  EXPECT_EQ(model_.child(node, value(7)), kNoNode);
  EXPECT_EQ(model_.child(node, value(7, 1)), failed) << "a weak one that failed for no reason";
  const NodeId succeeded = model_.add_child(node, value(7));
  EXPECT_NE(succeeded, failed);
  EXPECT_EQ(model_.child(node, value(7)), succeeded);
}

TEST_F(Results, CountInFullWherePastsAreKeptApart) {
  const NodeId node = this->node(EventKind::Load, {ResultUseKind::Dead, {}}, false);
  model_.add_child(node, value(3));
  EXPECT_EQ(model_.child(node, value(4)), kNoNode);
}

TEST_F(Results, CountInFullIfEveryBitMatters) {
  const NodeId node = this->node(EventKind::Load, {});
  model_.add_child(node, value(3));
  EXPECT_EQ(model_.child(node, value(4)), kNoNode);
}

}  // namespace
}  // namespace heddle
