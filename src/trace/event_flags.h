// SPDX-License-Identifier: Apache-2.0
//
// The flags of an Event by name, for rooms that read traces but do not know the wire.
#pragma once

#include "trace/event.h"
#include "wire/ring.h"

namespace heddle {

constexpr bool has_aux(const Event& event) { return (event.flags & wire::kEventAux) != 0; }
constexpr bool is_choice(const Event& event) { return (event.flags & wire::kEventChoice) != 0; }
constexpr bool succeeded(const Event& event) { return (event.flags & wire::kEventSuccess) != 0; }
constexpr bool timed_out(const Event& event) { return (event.flags & wire::kEventTimedOut) != 0; }
constexpr bool is_atomic(const Event& event) { return (event.flags & wire::kEventAtomic) != 0; }
// Two such accesses are no data race.
constexpr bool races_with_plain_only(const Event& event) {
  return (event.flags & (wire::kEventAtomic | wire::kEventLibrary)) != 0;
}

// Calls on streams: see wire::CallDetail.
constexpr bool waits_for_lock(const Event& event) {
  return event.kind == EventKind::Call && (event.detail & wire::kWaitsForLock) != 0;
}
constexpr bool ends_lock(const Event& event) {
  return event.kind == EventKind::Call && (event.detail & wire::kEndsLock) != 0;
}
// Whoever looks at the list later is told what was added, and in which order.
constexpr bool appends(const Event& event) {
  return event.kind == EventKind::Call && (event.detail & wire::kAppends) != 0;
}
// Leave a hidden state that is known (see wire::CallDetail).
constexpr bool replaces(const Event& event) {
  return event.kind == EventKind::Call && (event.detail & wire::kTakes) == wire::kReplaces;
}
constexpr bool looks(const Event& event) {
  return event.kind == EventKind::Call && (event.detail & wire::kLooks) != 0;
}
constexpr bool takes(const Event& event) {
  return event.kind == EventKind::Call && (event.detail & wire::kTakes) == wire::kTakes;
}
// Memory that is as when it was mapped.
constexpr bool remakes(const Event& event) {
  return event.kind == EventKind::Call && (event.detail & wire::kRemakes) != 0;
}
// Gives pages back, whether they are there or not.
constexpr bool unmaps(const Event& event) {
  return event.kind == EventKind::Free && (event.detail & wire::kUnmaps) != 0;
}
// Changes memory, or what is behind everything if its size is 0, in a way that is in no model.
constexpr bool is_unmodelled(const Event& event) {
  return event.kind == EventKind::Call && (event.detail & wire::kUnmodelled) != 0;
}
// What stands for the lock that a library holds during a call.
constexpr std::uint64_t ordered_by(const Event& event) {
  constexpr std::uint8_t kOtherAux = wire::kPrints | wire::kAppends | wire::kReplaces;
  return has_aux(event) && (event.detail & kOtherAux) == 0 ? event.first : event.object;
}
// Functions to call at the end of the process come first.
constexpr bool goes_on(const Event& event) {
  return event.kind == EventKind::Exit && (event.detail & wire::kGoesOn) != 0;
}
constexpr bool is_of_last_thread(const Event& event) {
  return event.kind == EventKind::Exit && (event.detail & wire::kLastThreadEnded) != 0;
}
// Output whose order counts: see Freedoms::visible_output.
constexpr bool prints(const Event& event) {
  return event.kind == EventKind::Call && (event.detail & wire::kPrints) != 0;
}

}  // namespace heddle
