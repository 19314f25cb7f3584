// SPDX-License-Identifier: Apache-2.0
#include "fuzz/compare_ways.h"

#include <fmt/format.h>

#include <algorithm>

#include "execute/runner.h"
#include "fuzz/cheapest_ways.h"
#include "fuzz/observation.h"

namespace heddle::fuzz {
namespace {

constexpr std::uint64_t kMostStates = 1'000'000;  // each of those that were enumerated comes once for each thread

// Whoever looks no further than a million steps may say that he does not know.
std::string too_many_switches(const Finding& finding, std::uint32_t fewest) {
  const std::uint32_t switches = finding.trace.switches;
  const bool is_right = finding.shortness == Shortness::Unknown ? switches >= fewest : switches == fewest;
  if (is_right) return {};
  return fmt::format("{}: shown with {} switches, {} are enough\n", finding.key, switches, fewest);
}

WaitingPlaces places_in(const Finding& finding, const Observation& observation) {
  WaitingPlaces list;
  for (const ThreadSummary& thread : finding.trace.threads) {
    const bool is_meant = thread.state == ThreadEnd::Blocked && thread.pending != EventKind::ThreadJoin;
    if (is_meant) list.push_back(observation.statement_at(thread.point));
  }
  std::sort(list.begin(), list.end());
  return list;
}

std::string excess_of(const Finding& finding, const CheapestWays& ways, const Observation& observation) {
  if (finding.kind == FindingKind::Deadlock) {
    if (finding.trace.outcome != Outcome::Deadlocked) return {};  // others run on: how long is not said
    const auto known = ways.findings.find(places_in(finding, observation));
    return known == ways.findings.end() ? finding.key + ": is not known\n" : too_many_switches(finding, known->second);
  }
  const std::optional<FailureAt> failure = observation.failure_of(finding);
  if (!failure || failure->kind == FailureKind::Hang) return {};
  const auto known = ways.failures.find(*failure);
  return known == ways.failures.end() ? finding.key + ": is not known\n" : too_many_switches(finding, known->second);
}

}  // namespace

// Where all of every stack is visible others may do more before an assertion fails, so less may be enough; and where
// threads wake up for no reason, nothing is merged. A lock that was made anew can be given back wrongly in two ways, which are
// two findings: nobody has it, or another thread.
bool has_comparable_ways(const Program& program, const Enumeration& expected) {
  const bool has_any = !expected.outcomes.failures.empty() || !expected.outcomes.deadlocks.empty();
  bool remakes = false;
  for_each_statement(program, [&](const Statement& each) { remakes |= each.kind == Kind::RemakeMutex || each.kind == Kind::Destroy; });
  return has_any && !remakes && !expected.possible && program.spurious == 0;
}

Compared compare_shortest(const BuiltProgram& built, const Configuration& configuration,
                          const std::atomic<bool>* stop) {
  Compared compared;
  const std::optional<CheapestWays> ways = cheapest_ways(built.program, Counted::Switches, kMostStates);
  compared.was_compared = ways.has_value();
  if (!ways) return compared;
  CampaignOptions options = options_for(configuration, stop);
  options.judge.races = RacesAre::Ignored;
  options.shortens_findings = options.repeats_findings = true;
  const CampaignResult result = run_campaign(built.runner, make_strategy(configuration), options);
  compared.executions = result.statistics.executions;
  if (result.interrupted) return compared;
  compared.is_late = ran_out_of_time(result);
  if (result.error) compared.difference = "no verdict: " + result.error->message + "\n";
  const Observation observation(built.program, built.runner, built.points, built.lines);
  for (const Finding& finding : result.findings) compared.difference += excess_of(finding, *ways, observation);
  return compared;
}

Compared compare_bounded(const BuiltProgram& built, const Enumeration& expected, const Configuration& configuration,
                         const std::atomic<bool>* stop) {
  Compared compared;
  const std::optional<CheapestWays> ways = cheapest_ways(built.program, Counted::Preemptions, kMostStates);
  compared.was_compared = ways.has_value();
  if (!ways) return compared;
  const std::uint32_t most = *configuration.most_preemptions;
  Outcomes needed;
  for (const auto& [failure, cost] : ways->failures) {
    if (cost <= most) needed.failures.insert(failure);
  }
  for (const auto& [deadlock, cost] : ways->deadlocks) {
    if (cost <= most) needed.deadlocks.insert(deadlock);
  }
  Observation observation(built.program, built.runner, built.points, built.lines);
  CampaignOptions options = options_for(configuration, stop);
  options.repeats_findings = false;
  const CampaignResult result = run_campaign(
      built.runner, std::make_unique<ObservedStrategy>(make_strategy(configuration), observation), options);
  compared.executions = result.statistics.executions;
  if (result.interrupted) return compared;
  compared.is_late = ran_out_of_time(result);
  if (result.error) compared.difference = "no verdict: " + result.error->message + "\n";
  for (const Bound& bound : result.bounds) {
    if (bound.name != "preemptions") compared.difference += "bounded: " + bound.name + " " + bound.limit + "\n";
  }
  compared.difference +=
      difference(result.exhaustive ? expected.outcomes : needed, expected.outcomes, observation.outcomes());
  return compared;
}

}  // namespace heddle::fuzz
