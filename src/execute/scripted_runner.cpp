// SPDX-License-Identifier: Apache-2.0
#include "execute/scripted_runner.h"

#include <algorithm>

namespace heddle {

std::uint64_t ScriptedRunner::submit(Schedule schedule, RunOptions options) {
  HEDDLE_CHECK(has_room(), "submit needs room");
  schedule.visibility_version = version_;
  waiting_.push_back({next_ticket_++, std::move(schedule), options});
  most_in_flight_ = std::max(most_in_flight_, waiting_.size());
  return waiting_.back().ticket;
}

Result<Run> ScriptedRunner::collect() {
  HEDDLE_CHECK(!idle(), "collect needs something in flight");
  const std::size_t index = options_.out_of_order ? (waiting_.front().ticket * 7) % waiting_.size() : 0;
  Request request = std::move(waiting_[index]);
  waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(index));
  if (request.ticket >= options_.broken_from_ticket) return Error{ErrorCode::System, "the script broke"};

  Run run;
  run.ticket = request.ticket;
  run.trace = execute_script(program_, request.schedule, {options_.max_events_per_thread, visible_sites_});
  run.schedule = std::move(request.schedule);
  const bool is_captured = request.options.output == Output::Capture;
  if (is_captured) run.output = options_.output;
  const bool changed = run.ticket >= options_.changes_from_ticket || (options_.capture_differs && is_captured) ||
                       (options_.fork_differs && request.options.isolation == Isolation::Fork);
  for (Event& event : run.trace.events) {
    if (!changed || event.kind != EventKind::Load) continue;
    event.value += 1000;
    run.trace.hash ^= event.value;
  }
  if (options_.dying_tickets.contains(run.ticket)) {
    run.trace.events.resize(1);
    run.trace.enabled.truncate(1);
    run.trace.outcome = Outcome::WorkerDied;
    run.trace.failure.signal = 9;
  }
  return run;
}

Result<std::uint64_t> ScriptedRunner::abandon() {
  const std::uint64_t count = waiting_.size();
  waiting_.clear();
  return count;
}

void ScriptedRunner::make_visible(const std::vector<std::uint32_t>& sites) {
  HEDDLE_CHECK(idle(), "the visibility set may only grow while nothing is in flight");
  for (std::uint32_t site : sites) {
    if (std::find(visible_sites_.begin(), visible_sites_.end(), site) == visible_sites_.end()) {
      visible_sites_.push_back(site);
    }
  }
  ++version_;
}

void ScriptedRunner::keep_apart(const ContestedSizes& sizes) {
  HEDDLE_CHECK(idle(), "sizes may only be kept apart while nothing is in flight");
  contested_sizes_.insert(contested_sizes_.end(), sizes.begin(), sizes.end());
  ++version_;
}

}  // namespace heddle
