// SPDX-License-Identifier: Apache-2.0
#include "fuzz/compare.h"

#include <fmt/format.h>

#include "fuzz/observation.h"
#include "search/campaign.h"

namespace heddle::fuzz {
namespace {

constexpr std::chrono::milliseconds kPatience{60'000};  // programs take a thousandth of that

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
  const CampaignResult result = run_campaign(
      built.runner, std::make_unique<ObservedStrategy>(make_strategy(used), observation), options);
  Compared compared;
  compared.executions = result.statistics.executions;
  if (result.interrupted) return compared;
  compared.difference = shortfall(result) + difference(expected.outcomes, observation.outcomes(), false);
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
