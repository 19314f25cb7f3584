// SPDX-License-Identifier: Apache-2.0
//
// Which steps of a trace are worth a line. Work on memory that no other thread touches, and standard-library
// internals, collapse into one line per run; rounds of a loop that repeat are shown first and last. Never folds the
// last step of a thread nor what `keep` names.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "report/step.h"

namespace heddle {

struct Row {
  ThreadId thread{};
  std::size_t step = 0;  // index of the step shown, or of the first one folded
  std::string folded;    // text of a fold: "… 12 more"; empty for a step
  bool is_fold() const { return !folded.empty(); }
};

std::vector<Row> fold(const std::vector<Step>& steps, const std::set<std::size_t>& keep);
// One row per step.
std::vector<Row> unfolded(const std::vector<Step>& steps);

}  // namespace heddle
