// SPDX-License-Identifier: Apache-2.0
#include "solve/event_order.h"

namespace heddle {

void EventOrder::put(std::size_t first, std::size_t second) {
  if (has_or_same(second, first)) is_impossible_ = true;
  if (is_impossible_ || has(first, second)) return;
  has_grown_ = true;
  Set earlier = before_[first], later = after_[second];
  earlier.set(first);
  later.set(second);
  for (std::size_t event = 0; event < after_.size(); ++event) {
    if (earlier[event]) after_[event] |= later;
    if (later[event]) before_[event] |= earlier;
  }
}

}  // namespace heddle
