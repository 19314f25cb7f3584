// SPDX-License-Identifier: Apache-2.0
#include "solve/model_search.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

constexpr std::uint64_t kSteps = 1000;

TEST(ModelSearch, WhatWasGivenUpIsNotAskedForAgain) {
  Model model;
  ModelSearch search(model, Freedoms{}, SearchSwitches{});
  EXPECT_EQ(search.run(kSteps), SearchProgress::NeedsExecution);  // nobody knows what main does
  EXPECT_EQ(search.wanted_length(), 1u);
  search.give_up_wanted();
  EXPECT_EQ(search.run(kSteps), SearchProgress::Complete);
  EXPECT_TRUE(search.was_cut());
}

TEST(ModelSearch, AResultThatWasGivenUpIsNotAskedForAgain) {
  Model model;
  Operation load;
  load.kind = EventKind::Load;
  load.object = 0x1000;
  load.size = 4;
  model.set_operation(model.root(ThreadId(0)), load);
  model.resources().set_initial(model.resources().cells(0x1000, 4).front(), 7);
  ModelSearch search(model, Freedoms{}, SearchSwitches{});
  EXPECT_EQ(search.run(kSteps), SearchProgress::NeedsExecution);
  search.give_up_wanted();
  EXPECT_EQ(search.run(kSteps), SearchProgress::Complete);
  EXPECT_TRUE(search.was_cut());
  // A shorter way may still lead there.
  EXPECT_EQ(model.edge(model.root(ThreadId(0)), {LabelKind::Value, 0, 7}), nullptr);
}

Operation operation(EventKind kind, std::uint64_t object) {
  Operation made;
  made.kind = kind;
  made.object = object;
  return made;
}

// Main creates a thread and joins it; the thread begins.
NodeId add_thread(Model& model) {
  const NodeId main = model.root(ThreadId(0));
  model.set_operation(main, operation(EventKind::ThreadCreate, 1));
  model.set_operation(model.add_child(main, {}), operation(EventKind::ThreadJoin, 1));
  const NodeId other = model.root(ThreadId(1));
  model.set_operation(other, operation(EventKind::Begin, 0));
  return model.add_child(other, {});
}

TEST(ModelSearch, WhatNobodyCanKnowIsNotAskedForAgain) {
  Model model;
  model.set_end(add_thread(model), NodeEnd::Ended);
  ModelSearch search(model, Freedoms{}, SearchSwitches{});
  EXPECT_EQ(search.run(kSteps), SearchProgress::NeedsExecution);  // what the thread returned
  EXPECT_EQ(search.wanted_length(), 3u);
  search.give_up_wanted();
  EXPECT_EQ(search.run(kSteps), SearchProgress::Complete);
}

TEST(ModelSearch, NothingIsGivenUpOnceTheSearchHasBegunAgain) {
  Model model;
  add_thread(model);
  ModelSearch search(model, Freedoms{}, SearchSwitches{});
  EXPECT_EQ(search.run(kSteps), SearchProgress::NeedsExecution);  // what the thread does next
  const std::uint64_t length = search.wanted_length();
  EXPECT_GT(length, 1u);
  search.restart();  // as it does when what was learned changes what states are
  search.give_up_wanted();
  EXPECT_EQ(search.run(kSteps), SearchProgress::NeedsExecution);
  EXPECT_EQ(search.wanted_length(), length);
}

TEST(ModelSearch, WhoStandsStillKeepsNobodyElseFromGoingOn) {
  Model model;
  const NodeId begun = add_thread(model);
  model.set_operation(begun, operation(EventKind::Yield, 0));
  ModelSearch search(model, Freedoms{}, SearchSwitches{});
  EXPECT_EQ(search.run(kSteps), SearchProgress::NeedsExecution);  // what comes after its second step
  search.set_most_steps(2);
  EXPECT_EQ(search.run(kSteps), SearchProgress::NeedsExecution);
  search.set_most_steps(1);  // it does not get there, and main, which waits for it, is no deadlock
  EXPECT_EQ(search.run(kSteps), SearchProgress::Complete);
  EXPECT_TRUE(search.was_cut());
  search.set_most_steps(0);
  EXPECT_FALSE(search.was_cut());
  EXPECT_EQ(search.run(kSteps), SearchProgress::NeedsExecution);
}

}  // namespace
}  // namespace heddle
