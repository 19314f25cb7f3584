// SPDX-License-Identifier: Apache-2.0
#include "search/confirm.h"

#include <algorithm>

#include "trace/difference.h"

namespace heddle {
namespace {

// Where a hanging or vanished execution is cut off depends on the clock: there the shorter of the two must be the
// beginning of the longer. Everything else must be repeated event by event.
bool repeats(const Trace& expected, const Trace& actual) {
  if (expected.outcome != actual.outcome) return false;
  const std::optional<std::size_t> difference = first_difference(expected, actual);
  if (!difference) return true;
  const bool is_cut_by_clock = expected.outcome == Outcome::Hung || expected.outcome == Outcome::WorkerDied;
  return is_cut_by_clock && *difference == std::min(expected.events.size(), actual.events.size());
}

}  // namespace

Result<Finding> confirm(Runner& runner, const Finding& finding) {
  HEDDLE_CHECK(runner.idle(), "confirm needs the runner for itself");
  RunOptions options;
  options.detail = Detail::Yes;
  runner.submit(finding.schedule, options);
  Result<Run> run = runner.collect();
  if (!run) return run.error();
  if (!repeats(finding.trace, run->trace)) {
    return Error{ErrorCode::Unsupported, "the program is not deterministic: a finding (" + finding.message +
                                             ") could not be repeated; " +
                                             describe_difference(finding.trace, run->trace, runner.facts()) +
                                             likely_sources(runner.facts())};
  }
  Finding confirmed = finding;
  confirmed.trace = std::move(run->trace);
  confirmed.schedule.visibility_version = runner.visibility_version();
  confirmed.visible_sites = runner.visible_sites();
  return confirmed;
}

}  // namespace heddle
