// SPDX-License-Identifier: Apache-2.0
//
// The bytes that a range access read or wrote, and for 16-byte atomics those before and after; empty if the trace was
// recorded without them.
#pragma once

#include <cstdint>
#include <span>

#include "trace/event_flags.h"
#include "trace/trace.h"

namespace heddle {

inline std::span<const std::uint8_t> payload_of(const Event& event, const Trace& trace) {
  const bool has_payload = (event.flags & wire::kEventPayload) != 0;
  const bool fits =
      has_payload && event.first <= trace.payload.size() && event.second <= trace.payload.size() - event.first;
  if (!fits) return {};
  return std::span(trace.payload).subspan(event.first, event.second);
}

}  // namespace heddle
