// SPDX-License-Identifier: Apache-2.0
//
// Explorer: one step of exploration at a time. Keeps the runner full, learns from whichever run comes back first,
// collects findings. Budgets, progress and the decision to stop live in the loop around it (campaign.h).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "analysis/judge.h"
#include "analysis/race_detector.h"
#include "execute/runner.h"
#include "search/collected.h"
#include "search/statistics.h"
#include "search/strategy/strategy.h"
#include "trace/finding.h"

namespace heddle {

enum class Progress : bool { More, Exhausted };

class Explorer {
 public:
  Explorer(Runner& runner, Strategy& strategy, JudgeOptions judge, Collected collected = Collected::Findings)
      : runner_(runner), strategy_(strategy), judge_(judge), collected_(collected), detector_(judge.defect) {}

  // Submits while there is room, then takes in one run. Errors end the exploration: the program cannot be executed
  // any more, does something that is not modelled, or is not deterministic.
  Result<Progress> step();
  // Gives up what is in flight: those runs are counted as discarded.
  Result<void> abandon();

  const Statistics& statistics() const { return statistics_; }
  const std::map<ProgramPoint, LeakSummary>& leaks() const { return leaks_; }
  // Or outcomes. Distinct by key, in the order they were met.
  std::vector<Finding>& findings() { return findings_; }
  // Something other than data races was found.
  bool has_failed() const { return has_failed_; }
  // Repeats every finding that was not yet repeated. Requires that nothing is in flight.
  Result<void> confirm_findings();
  // So many of them were repeated, the first ones.
  std::size_t confirmed() const { return confirmed_; }
  // Takes in what is in flight and submits nothing more, until nothing is left or, if wanted, something other than a data
  // race was found.
  enum class Until : bool { Idle, Failure };
  Result<void> finish_runs(Until until);
  // Where outcomes are collected: what some execution printed by ways that are not seen.
  const std::optional<std::string>& unseen_output() const { return unseen_output_; }
  // Drops those that could not be repeated: no finding is shown that was seen only once.
  void forget_unconfirmed();

 private:
  Result<void> take_in(Run run);
  void count(const Trace& trace);
  void note_finding(const Run& run);
  void note_outcome(const Run& run);
  void note_unseen_output(const Trace& trace);
  void note_races(const Run& run);
  void note_leaks(const Trace& trace);
  Result<void> grow_visibility(std::vector<std::uint32_t> sites);
  Result<void> keep_apart(const ContestedSizes& sizes);
  Result<std::vector<std::uint32_t>> discard_runs();
  void begin_again();

  Runner& runner_;
  Strategy& strategy_;
  JudgeOptions judge_;
  Collected collected_;
  Statistics statistics_;
  std::vector<Finding> findings_;
  std::unordered_set<std::string> keys_;
  std::unordered_set<std::uint64_t> racing_points_;  // pairs that were met
  RaceDetector detector_;
  bool has_failed_ = false;
  std::optional<std::string> unseen_output_;
  std::size_t confirmed_ = 0;
  bool has_begun_ = false;
  std::map<ProgramPoint, LeakSummary> leaks_;
};

}  // namespace heddle
