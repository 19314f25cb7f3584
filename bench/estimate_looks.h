// SPDX-License-Identifier: Apache-2.0
//
// How good the estimate of a search is: what it says when it is stopped early, and how much really was done by then.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace heddle::bench {

struct EstimateLook {
  std::string program;
  double truth = 0;            // share of the states that were stored by then
  std::optional<double> said;  // nothing: it could not say

  // How many times too high or too low; 1 is right.
  double factor() const;
};

struct EstimateQuality {
  std::size_t looks = 0;
  std::size_t answers = 0;
  std::size_t close = 0;  // of the answers, within a factor of two
  double worst = 1;       // factor
  std::string worst_program;
};

EstimateQuality quality_of(const std::vector<EstimateLook>& looks);

}  // namespace heddle::bench
