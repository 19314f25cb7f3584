// SPDX-License-Identifier: Apache-2.0
#include "fuzz/compare.h"

#include <fmt/format.h>

#include "execute/runner.h"
#include "fuzz/observation.h"
#include "search/campaign.h"

namespace heddle::fuzz {
namespace {

constexpr std::chrono::milliseconds kPatience{60'000};  // programs take a thousandth of that

// A hang of several threads at once cannot be shown by an execution of finite length: the verdict then is that the
// program was not shown to be free of it. That is as true as a finding.
bool admits_livelock(const CampaignResult& result) {
  return !result.error && result.bounds.size() == 1 && result.bounds.front().name == "model" &&
         result.bounds.front().limit.find("in circles") != std::string::npos;
}

std::string shortfall(const CampaignResult& result) {
  if (result.error) return "no verdict: " + result.error->message + "\n";
  if (result.exhaustive) return {};
  std::string text = "not exhaustive:";
  for (const Bound& bound : result.bounds) text += " " + bound.name + " " + bound.limit;
  return text + "\n";
}

// Whoever executes every interleaving shows every race. exact shows those that come one right after the other in some
// state of its model; more only if they happen to be in an execution that it makes (docs/data_races.md). That there is
// any race at all it must not miss unless it says so.
std::string races_that_differ(const Enumeration& expected, const std::set<RacePair>& seen,
                              const Configuration& configuration, bool admits_more) {
  static const std::set<RacePair> kNone;
  const std::set<RacePair>& all = expected.outcomes.races;
  if (configuration.is_dfs) return race_difference(all, expected.knows_races ? &all : nullptr, seen);
  const Outcomes& widest = expected.possible ? *expected.possible : expected.outcomes;
  const std::set<RacePair>* possible = expected.knows_races ? &widest.races : nullptr;
  if (!configuration.switches.races) return race_difference(kNone, possible, seen);
  const bool misses_all = seen.empty() && !admits_more;
  return race_difference(misses_all ? all : expected.adjacent_races, possible, seen);
}

}  // namespace

Compared compare(const BuiltProgram& built, const Enumeration& expected, const Configuration& configuration,
                 const std::atomic<bool>* stop) {
  Observation observation(built.program, built.runner, built.points, built.lines);
  CampaignOptions options;
  options.after_finding = AfterFinding::KeepGoing;
  options.time = kPatience;
  options.stop = stop;
  options.judge.races = RacesAre::Findings;
  options.repeats_findings = configuration.repeats_findings;
  options.judge.defect = configuration.switches.defect;
  Configuration used = configuration;
  used.freedoms.spurious_wakeups = built.program.spurious;
  if (configuration.is_dfs) options.max_executions = expected.interleavings + 1;  // one too many is enough
  const CampaignResult result =
      run_campaign(built.runner, std::make_unique<ObservedStrategy>(make_strategy(used), observation), options);
  Compared compared;
  compared.executions = result.statistics.executions;
  if (result.interrupted) return compared;
  observation.note_races(result.findings);
  Outcomes seen = observation.outcomes();
  const bool takes_locals_for_shared = !configuration.is_dfs && expected.possible;
  const Outcomes& possible = takes_locals_for_shared ? *expected.possible : expected.outcomes;
  const bool is_admitted = expected.outcomes.failures.contains(kHang) && admits_livelock(result);
  if (is_admitted) seen.failures.insert(kHang);
  compared.difference = (is_admitted ? std::string() : shortfall(result)) +
                        difference(expected.outcomes, possible, seen) +
                        races_that_differ(expected, seen.races, configuration,
                                          result.statistics.has_weaker_orders || result.statistics.has_hints);
  const std::uint64_t given_up = result.statistics.model ? result.statistics.model->given_up : 0;
  if (given_up != 0) {
    compared.difference += fmt::format("{} times local states were merged that differ\n", given_up);
  }
  const bool is_counted = configuration.is_dfs && (expected.is_lent_used || !built.program.lends);
  const bool miscounts = is_counted && result.statistics.executions != expected.interleavings;
  if (miscounts) {
    compared.difference +=
        fmt::format("{} executions, {} interleavings\n", result.statistics.executions, expected.interleavings);
  }
  return compared;
}

}  // namespace heddle::fuzz
