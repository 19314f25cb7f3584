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
  EXPECT_NE(model.edge(model.root(ThreadId(0)), {LabelKind::Value, 0, 7}), nullptr);
}

TEST(ModelSearch, WhatNobodyCanKnowIsNotAskedForAgain) {
  Model model;
  const auto operation = [](EventKind kind, std::uint64_t object) {
    Operation made;
    made.kind = kind;
    made.object = object;
    return made;
  };
  const NodeId main = model.root(ThreadId(0));
  model.set_operation(main, operation(EventKind::ThreadCreate, 1));
  model.set_operation(model.add_child(main, {}), operation(EventKind::ThreadJoin, 1));
  const NodeId other = model.root(ThreadId(1));
  model.set_operation(other, operation(EventKind::Begin, 0));
  model.set_end(model.add_child(other, {}), NodeEnd::Ended);
  ModelSearch search(model, Freedoms{}, SearchSwitches{});
  EXPECT_EQ(search.run(kSteps), SearchProgress::NeedsExecution);  // what the thread returned
  EXPECT_EQ(search.wanted_length(), 3u);
  search.give_up_wanted();
  EXPECT_EQ(search.run(kSteps), SearchProgress::Complete);
}

}  // namespace
}  // namespace heddle
