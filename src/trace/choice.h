// SPDX-License-Identifier: Apache-2.0
//
// Events at which the runtime picked one of several alternatives (choose(n), which waiter a signal wakes). Where the
// pick and the number of alternatives stand in an Event depends on the kind; only this file knows.
#pragma once

#include <cstdint>

#include "trace/event_flags.h"

namespace heddle {

inline std::uint32_t alternatives(const Event& event) { return static_cast<std::uint32_t>(event.first); }
inline std::uint32_t chosen(const Event& event) {
  return static_cast<std::uint32_t>(event.kind == EventKind::Choose ? event.value : event.second);
}

}  // namespace heddle
