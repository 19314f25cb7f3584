// SPDX-License-Identifier: Apache-2.0
//
// The schedule that repeats an execution, its end included.
#pragma once

#include "trace/trace.h"

namespace heddle {

inline Schedule repeated_schedule(const Run& run) {
  Schedule schedule = run.trace.as_schedule(run.schedule.visibility_version);
  // That it goes on for ever was looked for from a certain event on.
  const bool was_circle = run.trace.outcome == Outcome::Looping && run.schedule.rest == Rest::Endless;
  if (was_circle) schedule.rest = Rest::Endless;
  return schedule;
}

}  // namespace heddle
