// SPDX-License-Identifier: Apache-2.0
//
// PreemptionSearch: all that can happen while no more than so many times a thread is interrupted that could have gone
// on. Deadlocks and races that no execution has shown yet are asked for, like results that nobody knows.
#pragma once

#include "solve/bounded_search.h"

namespace heddle {

class PreemptionSearch final : public BoundedSearch {
 public:
  PreemptionSearch(Model& model, Freedoms freedoms, bool races, std::uint32_t most_preemptions,
                   HashWords words = HashWords::One);

 private:
  Visit visit_stuck() override;
  Visit visit() override;

  bool looks_for_races_;
};

}  // namespace heddle
