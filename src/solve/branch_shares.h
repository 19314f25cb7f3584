// SPDX-License-Identifier: Apache-2.0
//
// BranchShares: how the states below a state were spread over its steps, wherever that is known: what the first steps
// lead to is not found anew by the later ones, so these find ever less. From that follows what a state whose first
// steps were done will still lead to, if those before it are any guide.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace heddle {

class BranchShares {
 public:
  // All steps of a state are done: how many states there were after each of them, and before the first.
  void note(std::span<const std::uint64_t> states_after, std::uint64_t states_before) {
    const bool matters = states_after.size() > 1 && states_after.back() - states_before >= kFewStates;
    if (matters) add(states_after, states_before);
  }
  // Of `steps` steps `taken` were taken and led to `below` states: which share of all that they will lead to is that?
  // Nothing if no state was seen that would tell.
  std::optional<double> share(std::size_t steps, std::size_t taken, double below) const;

 private:
  static constexpr std::uint64_t kFewStates = 1000;  // it does not matter how less than these were spread

  void add(std::span<const std::uint64_t> states_after, std::uint64_t states_before);
  const std::vector<double>* nearest(std::size_t steps) const;

  // By the number of steps: sums of how many states were below after the first, the first two, ..., all of them.
  std::map<std::size_t, std::vector<double>> below_;
};

}  // namespace heddle
