// SPDX-License-Identifier: Apache-2.0
//
// Deepening: how a search goes on once there are ways without end, because a loop counts its rounds or somebody never
// stops. A thread that has made so many events stands still, and all that the others can still do is looked at; then
// the same with four times as many, up to the limit of an execution. What goes wrong soon is found soon. If that takes
// too long it ends earlier: what comes after so many events of a thread is then left to samples.
#pragma once

#include <algorithm>
#include <cstdint>

namespace heddle {

class Deepening {
 public:
  bool has_begun() const { return level_ != 0; }
  // So many events of each thread are looked at now.
  std::uint32_t level() const { return level_; }
  // All that no more events of each thread lead to was looked at; 0: of nothing that can be said.
  std::uint32_t covered() const { return covered_; }

  // `limit`: with as many events of a thread no execution is cut.
  void begin(std::uint32_t limit, std::uint64_t steps, std::uint64_t executions) {
    limit_ = limit;
    level_ = std::min(kFirst, std::max(limit, 1u));
    steps_ = steps;
    executions_ = executions;
  }
  bool is_too_long(std::uint64_t steps, std::uint64_t executions) const {
    return steps > steps_ + kMostSteps || executions > executions_ + kMostExecutions;
  }
  // `is_whole`: nothing else was left out. `most`: no thread has more. False: there is no further level.
  bool finish_level(std::uint32_t most, bool is_whole) {
    if (is_whole) covered_ = level_;
    if (level_ >= most) return false;
    const std::uint32_t next = std::min(most, kFactor * level_);
    level_ = level_ < limit_ ? std::min(next, limit_) : next;
    return true;
  }

 private:
  static constexpr std::uint32_t kFirst = 64;
  static constexpr std::uint32_t kFactor = 4;
  static constexpr std::uint64_t kMostSteps = 5'000'000;
  static constexpr std::uint64_t kMostExecutions = 10'000;

  std::uint32_t level_ = 0;
  std::uint32_t limit_ = 0;
  std::uint32_t covered_ = 0;
  std::uint64_t steps_ = 0;       // that had been taken when it began
  std::uint64_t executions_ = 0;  // the same
};

}  // namespace heddle
