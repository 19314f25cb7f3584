// SPDX-License-Identifier: Apache-2.0
#include "execute/paranoid_runner.h"

#include "trace/difference.h"

namespace heddle {
namespace {

// How a killed or hanging execution ends depends on the clock; a shared stack ends the campaign's epoch anyway.
bool can_be_compared(const Trace& trace) {
  return trace.outcome != Outcome::WorkerDied && trace.outcome != Outcome::Hung &&
         trace.outcome != Outcome::StackShared;
}

}  // namespace

std::uint64_t ParanoidRunner::submit(Schedule schedule, RunOptions options) {
  const std::uint64_t ticket = inner_.submit(std::move(schedule), options);
  const bool is_chosen = every_ != 0 && submitted_++ % every_ == 0 && options.isolation == Isolation::Worker;
  if (is_chosen) to_check_.emplace(ticket, options);
  return ticket;
}

// A twin in flight stands for the first run that waits for it, so the inner count is right.
Result<std::uint64_t> ParanoidRunner::abandon() {
  to_check_.clear();
  held_back_.clear();
  return inner_.abandon();
}

// The first run is held back until its twin has confirmed it: so a run that is handed out is either checked or was
// not chosen. The twin takes the room that the first run has just left.
Result<Run> ParanoidRunner::collect() {
  for (;;) {
    Result<Run> run = inner_.collect();
    if (!run) return run;
    if (auto chosen = to_check_.find(run->ticket); chosen != to_check_.end()) {
      RunOptions options = chosen->second;
      to_check_.erase(chosen);
      if (!can_be_compared(run->trace)) return run;
      options.isolation = Isolation::Fork;
      options.output = Output::Discard;
      Schedule schedule = run->schedule;
      schedule.peeks.clear();  // with them or without, the execution is the same
      const std::uint64_t twin = inner_.submit(std::move(schedule), options);
      held_back_.emplace(twin, std::move(*run));
      continue;
    }
    auto first = held_back_.find(run->ticket);
    if (first == held_back_.end()) return run;
    Run original = std::move(first->second);
    held_back_.erase(first);
    ++compared_;
    if (original.trace.hash == run->trace.hash || !can_be_compared(run->trace)) return original;
    return Error{ErrorCode::Unsupported,
                 "the program is not deterministic: the same schedule in a fresh process gives another execution; " +
                     describe_difference(original.trace, run->trace, facts()) + likely_sources(facts())};
  }
}

}  // namespace heddle
