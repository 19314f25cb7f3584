// SPDX-License-Identifier: Apache-2.0
//
// Budget: how long a campaign may take by the clock. The number of executions is bounded by BoundedStrategy, which can
// stop exactly. Bound: one limit that was reached, so that a verdict can say how far we looked.
#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace heddle {

struct Bound {
  std::string name;   // executions, time, memory, events, preemptions, interrupted, strategy, model, output
  std::string limit;  // as the user would write it; "" when it has none
  friend bool operator==(const Bound&, const Bound&) = default;
};

class Budget {
 public:
  using Clock = std::chrono::steady_clock;
  explicit Budget(std::optional<std::chrono::milliseconds> time) : start_(Clock::now()), time_(time) {}

  bool is_spent() const { return time_ && Clock::now() - start_ >= *time_; }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  Clock::time_point start_;
  std::optional<std::chrono::milliseconds> time_;
};

}  // namespace heddle
