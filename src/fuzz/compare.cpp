// SPDX-License-Identifier: Apache-2.0
#include "fuzz/compare.h"

#include <fmt/format.h>

#include "execute/runner.h"
#include "fuzz/observation.h"
#include "search/campaign.h"
#include "wire/ring.h"

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

}  // namespace

Compared compare(const BuiltProgram& built, const Enumeration& expected, const Configuration& configuration,
                 const std::atomic<bool>* stop) {
  Observation observation(built.program, built.runner, built.points, built.lines);
  CampaignOptions options;
  options.after_finding = AfterFinding::KeepGoing;
  options.time = kPatience;
  options.stop = stop;
  Configuration used = configuration;
  used.freedoms.spurious_wakeups = built.program.spurious;
  if (configuration.is_dfs) options.max_executions = expected.interleavings + 1;  // one too many is enough
  if (!configuration.is_dfs && configuration.switches.merging) built.runner.make_visible({wire::kWholeStack});
  const CampaignResult result =
      run_campaign(built.runner, std::make_unique<ObservedStrategy>(make_strategy(used), observation), options);
  Compared compared;
  compared.executions = result.statistics.executions;
  if (result.interrupted) return compared;
  Outcomes seen = observation.outcomes();
  const bool is_admitted = expected.outcomes.failures.contains(kHang) && admits_livelock(result);
  if (is_admitted) seen.failures.insert(kHang);
  compared.difference = (is_admitted ? std::string() : shortfall(result)) + difference(expected.outcomes, seen, false);
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
