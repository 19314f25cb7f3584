// SPDX-License-Identifier: Apache-2.0
#include "search/strategy/pct.h"

#include <algorithm>
#include <limits>

#include "search/strategy/splitmix.h"

namespace heddle {
namespace {

constexpr std::size_t kMeasured = 1024;
constexpr std::uint64_t kLengthSalt = 0x6b;  // another stream than that of the run itself

}  // namespace

bool PctStrategy::must_wait() {
  if (index_ < phase_end_) return false;
  if (lengths_.size() < index_) return true;
  known_ = lengths_;
  std::sort(known_.begin(), known_.end());
  phase_end_ = index_ < kMeasured ? 2 * index_ : std::numeric_limits<std::uint64_t>::max();
  return false;
}

std::optional<Schedule> PctStrategy::next() {
  if (must_wait()) return std::nullopt;
  Schedule schedule;
  schedule.rest = Rest::Pct;
  schedule.seed = derived_seed(seed_, index_++);
  schedule.depth = depth_;
  if (!known_.empty()) schedule.expected_events = known_[splitmix(schedule.seed ^ kLengthSalt) % known_.size()];
  return schedule;
}

void PctStrategy::learn(const Run& run) {
  if (lengths_.size() < kMeasured) lengths_.push_back(static_cast<std::uint32_t>(run.trace.events.size()));
}

void PctStrategy::restart() {
  index_ = 0;
  phase_end_ = 1;
  lengths_.clear();
  known_.clear();
}

}  // namespace heddle
