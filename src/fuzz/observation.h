// SPDX-License-Identifier: Apache-2.0
//
// What came of a program in executions of the real one. ObservedStrategy stands around a strategy and reads every
// execution that the strategy learns from.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "fuzz/outcomes.h"
#include "fuzz/program.h"
#include "search/strategy/strategy.h"
#include "trace/finding.h"
#include "trace/program_facts.h"
#include "trace/schedule.h"

namespace heddle {
class Runner;
}

namespace heddle::fuzz {

// The statement behind each program point; `ids` by line of the source.
std::vector<std::uint16_t> statements_of_points(const ProgramFacts& facts, const std::vector<std::uint16_t>& ids);

class Observation {
 public:
  Observation(const Program& program, const Runner& runner, const std::vector<std::uint16_t>& points,
              const std::vector<std::uint16_t>& lines)
      : program_(program), runner_(runner), points_(points), lines_(lines) {}

  void note(const Run& run);
  // What was found in all of them.
  void note_races(const std::vector<Finding>& findings);
  void forget() { outcomes_ = {}; }
  const Outcomes& outcomes() const { return outcomes_; }
  std::uint16_t statement_at(ProgramPoint point) const;
  DeadlockVector who_waits(const Trace& trace) const;
  // Nothing for findings of other kinds.
  std::optional<FailureAt> failure_of(const Finding& finding) const;

 private:
  void note_events(const Trace& trace);
  void note_deadlock(const Trace& trace);
  void note_failure(const Run& run);
  std::uint8_t number_of(ThreadId thread) const;

  const Program& program_;
  const Runner& runner_;
  const std::vector<std::uint16_t>& points_;
  const std::vector<std::uint16_t>& lines_;
  Outcomes outcomes_;
};

class ObservedStrategy final : public Strategy {
 public:
  ObservedStrategy(std::unique_ptr<Strategy> inner, Observation& observation)
      : inner_(std::move(inner)), observation_(observation) {}

  std::string_view name() const override { return inner_->name(); }
  Guarantee guarantee() const override { return inner_->guarantee(); }
  std::string shortfall() const override { return inner_->shortfall(); }
  std::optional<std::uint32_t> preemption_bound() const override { return inner_->preemption_bound(); }
  bool fits() const override { return inner_->fits(); }
  std::optional<CutSearch> cut_search() const override { return inner_->cut_search(); }
  Purpose purpose() const override { return inner_->purpose(); }
  std::optional<bool> was_limited() const override { return inner_->was_limited(); }
  std::optional<ModelFigures> model_figures() const override { return inner_->model_figures(); }
  std::optional<Learned> learned() override { return inner_->learned(); }
  bool wants_whole_stack() const override { return inner_->wants_whole_stack(); }
  ContestedSizes contested_sizes() const override { return inner_->contested_sizes(); }
  void know(const ProgramFacts& facts) override { inner_->know(facts); }
  std::optional<Schedule> next() override { return inner_->next(); }
  bool is_thinking() const override { return inner_->is_thinking(); }
  void learn(const Run& run) override {
    observation_.note(run);
    inner_->learn(run);
  }
  bool was_mistaken(const Run& run) override { return inner_->was_mistaken(run); }
  void restart() override {
    observation_.forget();
    inner_->restart();
  }

 private:
  std::unique_ptr<Strategy> inner_;
  Observation& observation_;
};

}  // namespace heddle::fuzz
