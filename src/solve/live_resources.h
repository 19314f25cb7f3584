// SPDX-License-Identifier: Apache-2.0
//
// Which resources some thread may still look at before it has overwritten them itself. The state of the others is no
// longer part of the state of the program: two states that differ only there have the same futures.
#pragma once

#include <cstdint>
#include <vector>

#include "learn/model.h"

namespace heddle {

class LiveResources {
 public:
  explicit LiveResources(const Model& model) : model_(model) {}

  // One bit per resource that an access of the set looks at. Valid until a set with a larger number is asked for.
  const std::vector<std::uint64_t>& looked_at(AccessSetId set);

 private:
  using Words = std::vector<std::uint64_t>;

  const Model& model_;
  std::vector<Words> by_set_;
  std::vector<bool> is_known_;
};

}  // namespace heddle
