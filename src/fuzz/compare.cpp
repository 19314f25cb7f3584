// SPDX-License-Identifier: Apache-2.0
#include "fuzz/compare.h"

#include <fmt/format.h>

#include <algorithm>

#include "execute/runner.h"
#include "fuzz/compare_outcomes.h"
#include "fuzz/compare_ways.h"
#include "fuzz/observation.h"

namespace heddle::fuzz {
namespace {

// Nearly all take a few milliseconds. One in 100,000, with every reduction off, takes the better part of a minute, or
// several on a machine that does much else.
constexpr std::chrono::minutes kPatience{10};

}  // namespace

bool ran_out_of_time(const CampaignResult& result) {
  return std::any_of(result.bounds.begin(), result.bounds.end(), [](const Bound& bound) { return bound.name == "time"; });
}

std::string shortfall(const CampaignResult& result) {
  if (result.error) return "no verdict: " + result.error->message + "\n";
  if (result.exhaustive) return {};
  std::string text = "not exhaustive:";
  for (const Bound& bound : result.bounds) text += " " + bound.name + " " + bound.limit;
  return text + "\n";
}

namespace {

// Merging makes all of every stack visible.
const Outcomes& possible_in(const Configuration& configuration, const Enumeration& expected) {
  const bool sees_stacks = configuration.switches.merging && !configuration.is_dfs;
  return sees_stacks && expected.possible ? *expected.possible : expected.outcomes;
}

// Which of several twins it was does not count.
Outcomes without_names(const Program& program, Outcomes outcomes) {
  std::set<DeadlockVector> deadlocks;
  for (DeadlockVector deadlock : outcomes.deadlocks) {
    for (auto& [thread, id] : deadlock) {
      if (thread < program.threads.size()) thread = routine_of(program, thread);
      const bool joins = id > kJoinId && id < kJoinId + program.threads.size();
      if (joins) id = static_cast<std::uint16_t>(kJoinId + routine_of(program, static_cast<std::uint8_t>(id - kJoinId)));
    }
    std::sort(deadlock.begin(), deadlock.end());
    deadlocks.insert(std::move(deadlock));
  }
  outcomes.deadlocks = std::move(deadlocks);
  return outcomes;
}

// Of a program that counts its rounds only how far one looked is not compared, nor that it can go on for ever.
bool was_only_cut(const CampaignResult& result) {
  return !result.error && !result.bounds.empty() &&
         std::all_of(result.bounds.begin(), result.bounds.end(), [](const Bound& bound) { return bound.name == "events"; });
}

std::string outcomes_that_differ(const Program& program, const Outcomes& needed, const Outcomes& possible,
                                 const Outcomes& seen, const Configuration& configuration) {
  const SearchSwitches& switches = configuration.switches;
  const bool has_names = configuration.is_dfs || !switches.merging || !switches.symmetry;
  if (has_names) return difference(needed, possible, seen);
  return difference(without_names(program, needed), without_names(program, possible), without_names(program, seen));
}

// Whoever executes every interleaving shows every race. exact shows those that come one right after the other in some
// state of its model; more only if they happen to be in an execution that it makes (docs/data_races.md). That there is
// any race at all it must not miss unless it says so.
std::string races_that_differ(const Enumeration& expected, const std::set<RacePair>& seen,
                              const Configuration& configuration, bool admits_more) {
  static const std::set<RacePair> kNone;
  const std::set<RacePair>& all = expected.outcomes.races;
  const std::set<RacePair>* possible = expected.knows_races ? &possible_in(configuration, expected).races : nullptr;
  if (configuration.is_dfs) return race_difference(all, possible, seen);
  if (!configuration.switches.races) return race_difference(kNone, possible, seen);
  const bool misses_all = seen.empty() && !admits_more;
  return race_difference(misses_all ? all : expected.adjacent_races, possible, seen);
}

}  // namespace

CampaignOptions options_for(const Configuration& configuration, const std::atomic<bool>* stop) {
  CampaignOptions options;
  options.after_finding = AfterFinding::KeepGoing;
  options.time = kPatience;
  options.stop = stop;
  options.repeats_findings = configuration.repeats_findings;
  options.judge.defect = configuration.switches.defect;
  return options;
}

Compared compare(const BuiltProgram& built, const Enumeration& expected, const Configuration& configuration,
                 const std::atomic<bool>* stop) {
  if (configuration.lists_outcomes) return compare_outcomes(built, configuration, stop);
  if (configuration.shortens) return compare_shortest(built, configuration, stop);
  if (configuration.most_preemptions) return compare_bounded(built, expected, configuration, stop);
  Observation observation(built.program, built.runner, built.points, built.lines);
  CampaignOptions options = options_for(configuration, stop);
  options.judge.races = RacesAre::Findings;
  Configuration used = configuration;
  used.freedoms.spurious_wakeups = built.program.spurious;
  if (configuration.is_dfs) options.max_executions = expected.interleavings + 1;  // one too many is enough
  const CampaignResult result =
      run_campaign(built.runner, std::make_unique<ObservedStrategy>(make_strategy(used), observation), options);
  Compared compared;
  compared.executions = result.statistics.executions;
  compared.peeked = result.statistics.model ? result.statistics.model->peeked : 0;
  compared.has_exchangeable = result.statistics.model && result.statistics.model->exchangeable != 0;
  compared.saturated = result.statistics.model ? result.statistics.model->saturated : 0;
  compared.is_closed = result.statistics.model && result.statistics.model->is_closed;
  if (result.interrupted) return compared;
  observation.note_races(result.findings);
  const Outcomes seen = observation.outcomes();
  compared.is_late = ran_out_of_time(result);
  const bool may_be_cut = counts_rounds(built.program);
  Outcomes needed = expected.outcomes;
  if (may_be_cut) needed.failures.erase(kHang);
  compared.difference = (may_be_cut && was_only_cut(result) ? std::string() : shortfall(result)) +
                        outcomes_that_differ(built.program, needed, possible_in(configuration, expected), seen,
                                             configuration) +
                        races_that_differ(expected, seen.races, configuration,
                                          result.statistics.has_weaker_orders || result.statistics.has_hints);
  const std::uint64_t given_up = result.statistics.model ? result.statistics.model->given_up : 0;
  if (given_up != 0) {
    compared.difference += fmt::format("{} times local states were merged that differ\n", given_up);
  }
  const bool miscounts = configuration.is_dfs && result.statistics.executions != expected.interleavings;
  if (miscounts) {
    compared.difference +=
        fmt::format("{} executions, {} interleavings\n", result.statistics.executions, expected.interleavings);
  }
  return compared;
}

}  // namespace heddle::fuzz
