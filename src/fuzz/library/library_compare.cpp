// SPDX-License-Identifier: Apache-2.0
#include "fuzz/library/library_compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>

#include "execute/runner.h"
#include "fuzz/compare.h"
#include "fuzz/configuration.h"
#include "search/campaign.h"
#include "search/strategy/dfs.h"
#include "search/strategy/pos.h"
#include "search/strategy/random.h"

namespace heddle::fuzz {
namespace {

constexpr std::uint64_t kMostInterleavings = 6'000;
constexpr std::uint64_t kSamples = 500;  // by each sampler, of a program that is too large
constexpr std::chrono::seconds kPatience{60};

// Sees what is printed, which only exact asks for.
class ListeningStrategy final : public Strategy {
 public:
  explicit ListeningStrategy(std::unique_ptr<Strategy> inner) : inner_(std::move(inner)) {}
  std::string_view name() const override { return inner_->name(); }
  Guarantee guarantee() const override { return inner_->guarantee(); }
  std::optional<Schedule> next() override {
    std::optional<Schedule> schedule = inner_->next();
    if (schedule) schedule->wants_payload = true;
    return schedule;
  }
  void learn(const Run& run) override { inner_->learn(run); }
  void restart() override { inner_->restart(); }

 private:
  std::unique_ptr<Strategy> inner_;
};

struct Explored {
  CampaignResult result;
  std::map<std::string, bool> ends;  // and whether the program came to its end
};

Explored explore(Runner& runner, std::unique_ptr<Strategy> strategy, std::uint64_t most,
                 const std::atomic<bool>* stop) {
  CampaignOptions options;
  options.after_finding = AfterFinding::KeepGoing;
  options.time = kPatience;
  options.stop = stop;
  options.repeats_findings = false;
  options.collected = Collected::Outcomes;
  if (most != 0) options.max_executions = most;
  Explored explored{run_campaign(runner, std::move(strategy), options), {}};
  for (const Finding& outcome : explored.result.outcomes) {
    const bool has_ended = outcome.kind == FindingKind::Outcome;
    explored.ends.emplace((has_ended ? outcome.key : std::string(name_of(outcome.kind))) + outcome.output, has_ended);
  }
  return explored;
}

std::unique_ptr<Strategy> listening(std::unique_ptr<Strategy> strategy) {
  return std::make_unique<ListeningStrategy>(std::move(strategy));
}

std::unique_ptr<Strategy> exact(Defect defect) {
  Configuration configuration;
  configuration.switches.races = false;
  configuration.switches.defect = defect;
  configuration.freedoms.visible_output = configuration.freedoms.visible_ends = 1;
  return make_strategy(configuration);
}

std::string shown(const std::string& end) {
  std::string text;
  for (const char each : end) text += each == '\n' ? '|' : each;
  return text;
}

// What is not in the other list. Whoever sees more of the stacks sees failures at other moments: see truth_machine.md.
std::string missing(const Explored& from, const Explored& in, const char* who, bool only_ends) {
  std::string text;
  for (const auto& [end, has_ended] : from.ends) {
    if (in.ends.count(end) != 0 || (only_ends && !has_ended)) continue;
    text += fmt::format("{} does not list: {}\n", who, shown(end));
  }
  return text;
}

// To users nothing is proved where code was executed that is not seen. What the strategies found is compared all the same:
// some of the functions are of that sort.
bool covers_all(const CampaignResult& result) {
  const bool is_only_unseen = std::all_of(result.bounds.begin(), result.bounds.end(),
                                          [](const Bound& bound) { return bound.name == "unmodelled"; });
  return result.exhaustive || (!result.error && !result.bounds.empty() && is_only_unseen);
}

}  // namespace

LibraryCompared compare_library(Runner& runner, Defect defect, const std::atomic<bool>* stop) {
  LibraryCompared compared;
  const Explored truth = explore(runner, listening(std::make_unique<DfsStrategy>()), kMostInterleavings, stop);
  const Explored listed = explore(runner, exact(defect), 0, stop);
  compared.executions = truth.result.statistics.executions + listed.result.statistics.executions;
  const auto end = [&](LibraryVerdict verdict, std::string difference) {
    compared.verdict = verdict;
    compared.difference = std::move(difference);
    return compared;
  };
  if (truth.result.interrupted || listed.result.interrupted) return end(LibraryVerdict::Interrupted, "");
  if (truth.result.error) {
    if (covers_all(listed.result))
      return end(LibraryVerdict::Differs, "only exact has a verdict; dfs: " + truth.result.error->message + "\n");
    return end(LibraryVerdict::NoVerdict, truth.result.error->message);
  }
  if (!covers_all(listed.result)) return end(LibraryVerdict::GaveUp, shortfall(listed.result));
  std::string difference = missing(truth, listed, "exact", false);
  if (covers_all(truth.result)) {
    difference += missing(listed, truth, "dfs", true);
    return end(difference.empty() ? LibraryVerdict::Agrees : LibraryVerdict::Differs, difference);
  }
  const auto sampled = [&](std::unique_ptr<Strategy> sampler) {
    return missing(explore(runner, listening(std::move(sampler)), kSamples, stop), listed, "exact", false);
  };
  if (difference.empty()) difference = sampled(std::make_unique<PosStrategy>(1));
  if (difference.empty()) difference = sampled(std::make_unique<RandomStrategy>(1));
  return end(difference.empty() ? LibraryVerdict::TooLarge : LibraryVerdict::Differs, difference);
}

}  // namespace heddle::fuzz
