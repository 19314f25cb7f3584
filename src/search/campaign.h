// SPDX-License-Identifier: Apache-2.0
//
// run_campaign: the loop around Explorer::step(). Decides when to stop, confirms what was found, and says exactly how
// far it looked. Prints nothing; app/ and report/ turn the result into words and an exit code.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "analysis/judge.h"
#include "execute/runner.h"
#include "search/budget.h"
#include "search/collected.h"
#include "search/statistics.h"
#include "search/strategy/strategy.h"
#include "trace/finding.h"

namespace heddle {

enum class AfterFinding : bool { Stop, KeepGoing };
enum class SearchIs : bool { GoingOn, Over };

struct CampaignOptions {
  std::optional<std::uint64_t> max_executions;
  std::optional<std::chrono::milliseconds> time;
  std::uint64_t max_memory = 0;                 // in bytes; 0: no limit
  std::function<std::uint64_t()> memory_used;   // by this process; asked now and then
  std::uint32_t max_events = 0;  // the runner's limit per thread; only to name the bound
  AfterFinding after_finding = AfterFinding::Stop;
  JudgeOptions judge;
  Freedoms freedoms;  // that the program has
  bool shortens_findings = false;  // shows each with as few context switches as can be found soon
  Collected collected = Collected::Findings;
  bool repeats_findings = true;  // false: they stay as they were met. Nobody is to be shown those.
  // Told of each finding once it was repeated: soon after it was met, not when the search has ended, because nobody knows
  // when that is, or what ends this process before. The finding may be made shorter later.
  std::function<void(const Finding&, SearchIs)> found;
  const std::atomic<bool>* stop = nullptr;  // set by a signal handler
  std::function<void(const Statistics&, std::size_t findings)> progress;
  std::chrono::milliseconds progress_interval{200};
};

struct CampaignResult {
  bool exhaustive = false;  // the strategy's guarantee holds, without any bound
  bool interrupted = false;
  bool strategy_fits = true;      // if not, another one may find out more
  std::vector<Bound> bounds;      // limits that were reached
  std::vector<ProgramPoint> unmodelled;  // bound `unmodelled`: where
  std::optional<CutSearch> cut;   // how far it went all the same, if executions were cut
  std::vector<Finding> findings;  // each was repeated with detail, if that was wanted
  std::vector<Finding> outcomes;  // instead, if those were wanted; the same
  std::map<ProgramPoint, LeakSummary> leaks;  // by the place of allocation, in executions that were looked at
  Statistics statistics;
  std::optional<Error> error;  // ended without a verdict; what was found and counted before still stands
};

CampaignResult run_campaign(Runner& runner, std::unique_ptr<Strategy> strategy, const CampaignOptions& options);

}  // namespace heddle
