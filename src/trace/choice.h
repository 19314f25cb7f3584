// SPDX-License-Identifier: Apache-2.0
//
// Events at which the runtime picked one of several alternatives (choose(n), which waiter a signal wakes, whether a
// timed wait times out or wakes up spuriously, whether a weak compare-exchange fails although it fits). Where the pick
// and the number of alternatives stand in an Event depends on the kind; only this file knows.
#pragma once

#include <cstdint>

#include "trace/event_flags.h"

namespace heddle {

inline std::uint32_t alternatives(const Event& event) {
  return event.kind == EventKind::Cas ? 2 : static_cast<std::uint32_t>(event.first);
}
inline std::uint32_t chosen(const Event& event) {
  if (event.kind == EventKind::Cas) return succeeded(event) ? 0 : 1;
  return static_cast<std::uint32_t>(event.kind == EventKind::Choose ? event.value : event.second);
}
// A compare-exchange that failed although it would have fitted.
inline bool failed_spuriously(const Event& event) {
  return event.kind == EventKind::Cas && is_choice(event) && !succeeded(event);
}

}  // namespace heddle
