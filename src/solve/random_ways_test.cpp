// SPDX-License-Identifier: Apache-2.0
//
// Made-up models: threads that write one variable again and again, each time another value, and one that reads it once.
#include "solve/random_ways.h"

#include <gtest/gtest.h>

#include <vector>

namespace heddle {
namespace {

constexpr std::uint64_t kVariable = 0x1000;

Operation operation(EventKind kind, std::uint64_t object, std::uint64_t first = 0) {
  Operation made;
  made.kind = kind;
  made.object = object;
  made.first = first;
  made.size = object == kVariable ? 4 : 0;
  made.is_atomic = object == kVariable;
  return made;
}

NodeId then(Model& model, NodeId node, const Operation& next) {
  model.set_operation(node, next);
  return model.add_child(node, {});
}

// `known`: so many of the values that the reader may see, itself included, were seen.
void write_again_and_again(Model& model, std::uint16_t writers, std::uint64_t writes, std::uint64_t known) {
  const std::uint16_t reader = writers + 1;
  NodeId main = model.root(ThreadId(0));
  for (std::uint16_t thread = 1; thread <= reader; ++thread) {
    main = then(model, main, operation(EventKind::ThreadCreate, thread));
  }
  model.set_end(main, NodeEnd::Ended);
  std::uint64_t value = 0;
  for (std::uint16_t thread = 1; thread <= writers; ++thread) {
    NodeId at = then(model, model.root(ThreadId(thread)), operation(EventKind::Begin, 0));
    for (std::uint64_t count = 0; count < writes; ++count) {
      at = then(model, at, operation(EventKind::Store, kVariable, ++value));
    }
    model.set_end(at, NodeEnd::Ended);
  }
  const NodeId read = then(model, model.root(ThreadId(reader)), operation(EventKind::Begin, 0));
  model.set_operation(read, operation(EventKind::Load, kVariable));
  for (std::uint64_t seen = 0; seen < known; ++seen) {
    model.set_end(model.add_child(read, {LabelKind::Value, 0, seen}), NodeEnd::Ended);
  }
  model.resources().set_initial(model.resources().cells(kVariable, 4).front(), 0);
}

TEST(RandomWays, OfAnEmptyTableNothingWasSeen) {
  Model model;
  write_again_and_again(model, 3, 2, 7);
  ModelSearch search(model, {}, {});
  ASSERT_EQ(search.run(100'000), SearchProgress::Complete);
  EXPECT_EQ(RandomWays(model, {}, {}, true).share_in(VisitedTable{}, 1'000), 0.0);
}

TEST(RandomWays, WhereSomethingIsUnknownNothingIsSaid) {
  Model model;
  write_again_and_again(model, 3, 2, 6);
  ModelSearch search(model, {}, {});
  ASSERT_EQ(search.run(100'000), SearchProgress::NeedsExecution);
  EXPECT_EQ(RandomWays(model, {}, {}, true).share_in(VisitedTable{}, 1'000), std::nullopt);
}

TEST(ModelSearch, WhatItSaysOfHowMuchIsDoneIsNotFarFromTheTruth) {
  Model model;
  write_again_and_again(model, 6, 5, 31);
  ModelSearch search(model, {}, {});
  struct Look {
    double estimate;
    std::uint64_t states;
  };
  std::vector<Look> said;
  SearchProgress progress = SearchProgress::Paused;
  while ((progress = search.run(50'000)) == SearchProgress::Paused) {
    if (const std::optional<double> share = search.share_done()) said.push_back({*share, search.table_states()});
  }
  ASSERT_EQ(progress, SearchProgress::Complete);
  EXPECT_FALSE(said.empty());
  for (const Look& look : said) {
    const double truth = static_cast<double>(look.states) / static_cast<double>(search.table_states());
    EXPECT_GT(look.estimate, truth / 2.5);
    EXPECT_LT(look.estimate, truth * 2.5);
  }
}

TEST(ModelSearch, LookingAtHowMuchIsDoneChangesNothing) {
  const auto searched = [](bool looks) {
    Model model;
    write_again_and_again(model, 5, 4, 21);
    ModelSearch search(model, {}, {});
    while (search.run(20'000) == SearchProgress::Paused) {
      if (looks) search.share_done();
    }
    return std::pair(search.steps(), search.table_states());
  };
  EXPECT_EQ(searched(true), searched(false));
}

}  // namespace
}  // namespace heddle
