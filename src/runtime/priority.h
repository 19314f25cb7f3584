// SPDX-License-Identifier: Apache-2.0
//
// The policies pct and pos: what a thread's priority (or that of its pending operation) is at this decision. turn.cpp
// asks for an update, then takes the highest of those that can run.
#pragma once

#include "runtime/runtime.h"

namespace heddle::runtime {

std::uint64_t next_random();

// At the begin of an execution under one of the two policies.
void begin_priorities();
// Before a decision. `others_wait`: somebody besides the current thread can run.
void update_pct(bool others_wait);
void update_pos(bool others_wait);
// After a decision.
void note_picked(std::uint16_t next);

// What `thread` is about to do; the policy pos only.
void note_pending(std::uint16_t thread, const Footprint& footprint);

// Priorities are drawn when they are first asked for. Drawn ones are above all that were lowered.
constexpr std::uint64_t kDrawnPriority = std::uint64_t{1} << 63;
inline std::uint64_t priority_of(std::uint32_t thread) {
  std::uint64_t& priority = state().priorities.of[thread];
  if (HEDDLE_UNLIKELY(priority == 0)) priority = next_random() | kDrawnPriority;
  return priority;
}

}  // namespace heddle::runtime
