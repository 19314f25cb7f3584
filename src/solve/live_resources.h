// SPDX-License-Identifier: Apache-2.0
//
// Which resources some thread may still look at before it has overwritten them itself. The state of the others is no
// longer part of the state of the program: two states that differ only there have the same futures.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "learn/model.h"

namespace heddle {

class LiveResources {
 public:
  explicit LiveResources(const Model& model) : model_(model) {}

  // One bit per resource that an access of the set looks at. Stays valid.
  std::span<const std::uint64_t> looked_at(AccessSetId set) {
    if (set >= by_set_.size() || !by_set_[set].is_known) find(set);
    return by_set_[set].words;
  }

 private:
  struct Found {
    bool is_known = false;
    std::vector<std::uint64_t> words;
  };

  void find(AccessSetId set);

  const Model& model_;
  std::vector<Found> by_set_;
};

}  // namespace heddle
