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

}  // namespace
}  // namespace heddle
