// SPDX-License-Identifier: Apache-2.0
//
// PctStrategy: probabilistic concurrency testing (Burckhardt et al., ASPLOS 2010). Threads have random priorities and
// the highest that can run runs; depth - 1 times, after events drawn from the first k, the thread that executed one is
// lowered; executed in the program (runtime/priority.cpp).
//
// Where k comes from: runs differ in length, and one long run (a loop that had to wait) must not spread the change
// points of all later ones thinly. So each run draws its k from the lengths of earlier runs. Which ones is fixed, so
// that run i depends on (seed, i) and the program only: those before the largest power of two up to i, and of these the
// first 1024. Run 0 knows nothing and has no change points. At each power of two up to 1024 the strategy therefore
// waits for the runs in flight.
#pragma once

#include <cstdint>
#include <vector>

#include "search/strategy/strategy.h"

namespace heddle {

class PctStrategy final : public Strategy {
 public:
  PctStrategy(std::uint64_t seed, std::uint32_t depth) : seed_(seed), depth_(depth) {}

  std::string_view name() const override { return "pct"; }
  Guarantee guarantee() const override { return Guarantee::None; }
  std::optional<Schedule> next() override;
  void learn(const Run& run) override;
  void restart() override;

 private:
  bool must_wait();

  std::uint64_t seed_;
  std::uint32_t depth_;
  std::uint64_t index_ = 0;
  std::uint64_t phase_end_ = 1;         // no schedule beyond it before all earlier ones came back
  std::vector<std::uint32_t> lengths_;  // of the runs that came back, in any order
  std::vector<std::uint32_t> known_;    // those of finished phases, sorted: the order of return must not matter
};

}  // namespace heddle
