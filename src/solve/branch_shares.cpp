// SPDX-License-Identifier: Apache-2.0
#include "solve/branch_shares.h"

#include <algorithm>

namespace heddle {

void BranchShares::add(std::span<const std::uint64_t> states_after, std::uint64_t states_before) {
  std::vector<double>& sums = below_[states_after.size()];
  sums.resize(states_after.size());
  for (std::size_t index = 0; index < sums.size(); ++index) {
    sums[index] += static_cast<double>(states_after[index] - states_before);
  }
}

// States with nearly as many steps are spread nearly the same.
const std::vector<double>* BranchShares::nearest(std::size_t steps) const {
  const auto above = below_.lower_bound(steps);
  if (above == below_.begin()) return above == below_.end() ? nullptr : &above->second;
  const auto under = std::prev(above);
  const bool is_above = above != below_.end() && above->first - steps < steps - under->first;
  return is_above ? &above->second : &under->second;
}

std::optional<double> BranchShares::share(std::size_t steps, std::size_t taken, double below) const {
  if (taken == 0 || taken >= steps || below < static_cast<double>(kFewStates)) return 1;
  const std::vector<double>* sums = nearest(steps);
  if (sums == nullptr) return std::nullopt;
  const std::size_t like = std::min(taken, sums->size() - 1);
  const double share = (*sums)[like - 1] / sums->back();
  constexpr double kLeast = 0.01;
  return std::max(share, kLeast);
}

}  // namespace heddle
