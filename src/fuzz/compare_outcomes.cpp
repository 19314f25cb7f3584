// SPDX-License-Identifier: Apache-2.0
#include "fuzz/compare_outcomes.h"

#include <fmt/format.h>

#include "execute/runner.h"
#include "fuzz/observation.h"
#include "fuzz/printing_program.h"

namespace heddle::fuzz {
namespace {

std::string end_of(const Finding& outcome, const Observation& observation) {
  if (outcome.kind == FindingKind::Outcome) return outcome.key;
  if (outcome.kind == FindingKind::Deadlock) return describe(observation.who_waits(outcome.trace));
  const std::optional<FailureAt> failure = observation.failure_of(outcome);
  return failure ? describe(*failure) : outcome.key;
}

}  // namespace

Compared compare_outcomes(const BuiltProgram& built, const Configuration& configuration,
                          const std::atomic<bool>* stop) {
  Compared compared;
  const std::optional<PrintedEnds>& expected = built.printing.ends();
  compared.was_compared = expected.has_value();
  if (!expected) return compared;
  Configuration used = configuration;
  used.freedoms.spurious_wakeups = built.program.spurious;
  Result<Runner*> runner = built.printing.runner(used.freedoms);
  if (!runner) {
    const bool is_stopped = stop != nullptr && stop->load();
    if (!is_stopped) compared.difference = "cannot be started: " + runner.error().message + "\n";
    return compared;
  }
  CampaignOptions options = options_for(configuration, stop);
  options.collected = Collected::Outcomes;
  const CampaignResult result = run_campaign(**runner, make_strategy(used), options);
  compared.executions = result.statistics.executions;
  if (result.interrupted) return compared;
  const Observation observation(built.program, **runner, built.points, built.lines);
  std::set<PrintedEnd> seen;
  for (const Finding& outcome : result.outcomes) {
    seen.emplace(outcome.output.substr(1), end_of(outcome, observation));  // without what main prints first
  }
  const bool sees_stacks = configuration.switches.merging;
  compared.is_late = ran_out_of_time(result);
  compared.difference = shortfall(result) +
                        difference(expected->needed, sees_stacks ? expected->possible : expected->needed, seen);
  return compared;
}

}  // namespace heddle::fuzz
