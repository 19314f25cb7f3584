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

Operation creation(std::uint64_t start) {
  Operation operation;
  operation.kind = EventKind::ThreadCreate;
  operation.object = 1;
  operation.start = start;
  return operation;
}

Operation store(std::uint64_t to) {
  Operation operation;
  operation.kind = EventKind::Store;
  operation.object = to;
  operation.size = 4;
  return operation;
}

// Main reads a word, and creates another thread in a way that depends on it.
class TwoStarts : public testing::Test {
 protected:
  TwoStarts() {
    const NodeId root = model_.root(ThreadId{});
    Operation load;
    load.kind = EventKind::Load;
    load.object = 0x1000;
    load.size = 4;
    model_.set_operation(root, load);
    first_ = model_.add_child(root, value(0));
    second_ = model_.add_child(root, value(1));
    EXPECT_TRUE(model_.set_operation(first_, creation(10)));
    EXPECT_TRUE(model_.set_operation(second_, creation(20)));
  }

  Model model_;
  NodeId first_ = kNoNode, second_ = kNoNode;
};

TEST_F(TwoStarts, HaveARootEach) {
  EXPECT_NE(model_[first_].created, model_[second_].created);
  EXPECT_TRUE(model_.has_several_roots(ThreadId(1)));
  EXPECT_FALSE(model_.set_operation(first_, creation(20))) << "with the same past";
}

TEST_F(TwoStarts, LeadToFuturesOfTheirOwn) {
  model_.set_operation(model_[first_].created, store(0x2000));
  model_.set_operation(model_[second_].created, store(0x3000));
  const NodeId after = model_.add_child(first_, {});
  Operation load = store(0x2000);
  load.kind = EventKind::Load;
  model_.set_operation(after, load);
  model_.settle(model_.begin_round());
  EXPECT_NE(model_[first_].future, kNoAccesses);
  EXPECT_EQ(model_[second_].future, kNoAccesses) << "nobody else touches what this one writes";
}

TEST_F(TwoStarts, AreToldApartByFingerprintsToo) {
  EXPECT_EQ(model_.identify(model_[first_].created, {7, 0}), model_[first_].created);
  EXPECT_EQ(model_.identify(model_[second_].created, {8, 0}), model_[second_].created);
  EXPECT_TRUE(model_.is_identified(ThreadId(1)));
}

}  // namespace
}  // namespace heddle
