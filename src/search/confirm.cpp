// SPDX-License-Identifier: Apache-2.0
#include "search/confirm.h"

#include <algorithm>
#include <optional>

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

bool shows(const Finding& finding, const Trace& actual) {
  const bool has_race = !finding.race || finding.race->second < actual.events.size();
  return has_race && repeats(finding.trace, actual);
}

Result<Run> run_again(Runner& runner, const Finding& finding, Output output) {
  RunOptions options;
  options.detail = Detail::Yes;
  options.output = output;
  options.on_stop = OnStop::Finish;  // a stop shall not cost what was found before
  runner.submit(finding.schedule, options);
  return runner.collect();
}

// A program can tell a pipe from the nowhere that its output goes to otherwise (lseek, fstat). If that is all, it does
// again what it did, each way. Then this is the run to go on with, in place of `captured`.
Result<std::optional<Run>> repeat_without_output(Runner& runner, const Finding& finding, const Run& captured) {
  Result<Run> discarded = run_again(runner, finding, Output::Discard);
  if (!discarded) return discarded.error();
  if (!shows(finding, discarded->trace)) return std::optional<Run>();
  Result<Run> captured_again = run_again(runner, finding, Output::Capture);
  if (!captured_again) return captured_again.error();
  if (!repeats(captured.trace, captured_again->trace)) return std::optional<Run>();
  return std::optional<Run>(std::move(*discarded));
}

}  // namespace

Result<Finding> confirm(Runner& runner, const Finding& finding, Output output) {
  HEDDLE_CHECK(runner.idle(), "confirm needs the runner for itself");
  Result<Run> run = run_again(runner, finding, output);
  if (!run) return run.error();
  bool is_repeated = shows(finding, run->trace);
  const bool is_captured = is_repeated;
  if (!is_repeated && output == Output::Capture) {
    Result<std::optional<Run>> other = repeat_without_output(runner, finding, *run);
    if (!other) return other.error();
    is_repeated = other->has_value();
    if (is_repeated) run = std::move(**other);
  }
  if (!is_repeated) {
    return Error{ErrorCode::Unsupported, "the program is not deterministic: a finding (" + finding.message +
                                             ") could not be repeated; " +
                                             describe_difference(finding.trace, run->trace, runner.facts()) +
                                             likely_sources(runner.facts())};
  }
  Finding confirmed = finding;
  confirmed.trace = std::move(run->trace);
  confirmed.output = std::move(run->output);
  confirmed.output_is_known = is_captured;
  confirmed.schedule.visibility_version = runner.visibility_version();
  confirmed.visible_sites = runner.visible_sites();
  confirmed.contested_sizes = runner.contested_sizes();
  return confirmed;
}

}  // namespace heddle
