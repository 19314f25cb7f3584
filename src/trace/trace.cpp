// SPDX-License-Identifier: Apache-2.0
//
// From a Trace back to the Schedule that repeats it.
#include "trace/trace.h"

#include <csignal>

#include "trace/choice.h"

namespace heddle {

Schedule Trace::as_schedule(std::uint32_t visibility_version) const {
  Schedule schedule;
  schedule.visibility_version = visibility_version;
  for (const Event& event : events) {
    schedule.append(event.thread);
    if (is_choice(event)) schedule.choices.push_back(chosen(event));
  }
  // Who would have been next decided that it was over: another order of turns may ask somebody else.
  if (outcome == Outcome::EventLimit) schedule.rest = Rest::Stop;
  return schedule;
}

std::uint64_t own_instruction(const Failure& failure) {
  const bool is_own = failure.signal == SIGILL || failure.signal == SIGTRAP || failure.signal == SIGFPE;
  return is_own ? failure.fault_pc : 0;
}

}  // namespace heddle
