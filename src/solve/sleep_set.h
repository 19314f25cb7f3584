// SPDX-License-Identifier: Apache-2.0
//
// SleepSet: threads whose next step need not be tried in a state, because it was tried before another one that it does
// not interfere with: the two in the other order lead to the same state. One bit per thread; kMost threads at most.
#pragma once

#include <cstdint>

#include "learn/machine.h"

namespace heddle {

class SleepSet {
 public:
  static constexpr std::size_t kMost = 64;
  using Threads = std::uint64_t;
  static Threads only(std::uint16_t thread) { return Threads{1} << thread; }

  SleepSet(const Model& model, const Machine& machine) : model_(model), machine_(machine) {}

  // Who of `asleep` stays so when `thread` takes its next step in the state the machine is in now.
  Threads after(std::uint16_t thread, Threads asleep) const;

 private:
  bool concerns_everybody(std::uint16_t thread) const;
  bool interfere(const Node& one, const Node& other) const;

  const Model& model_;
  const Machine& machine_;
};

}  // namespace heddle
