// SPDX-License-Identifier: Apache-2.0
//
// BoundedStrategy: hands out at most `limit` schedules of another strategy and remembers whether there would have
// been more. A restart starts counting anew, as Statistics does.
#pragma once

#include <memory>
#include <utility>

#include "search/strategy/strategy.h"

namespace heddle {

class BoundedStrategy final : public Strategy {
 public:
  BoundedStrategy(std::unique_ptr<Strategy> inner, std::uint64_t limit) : inner_(std::move(inner)), limit_(limit) {}

  std::string_view name() const override { return inner_->name(); }
  std::string shortfall() const override { return inner_->shortfall(); }
  std::optional<std::uint32_t> preemption_bound() const override { return inner_->preemption_bound(); }
  bool fits() const override { return inner_->fits(); }
  std::optional<bool> was_limited() const override { return inner_->was_limited(); }
  std::optional<CutSearch> cut_search() const override { return inner_->cut_search(); }
  Purpose purpose() const override { return inner_->purpose(); }
  bool is_sure() const override { return inner_->is_sure(); }
  bool wants_whole_stack() const override { return inner_->wants_whole_stack(); }
  ContestedSizes contested_sizes() const override { return inner_->contested_sizes(); }
  void know(const ProgramFacts& facts) override { inner_->know(facts); }
  Guarantee guarantee() const override { return inner_->guarantee(); }
  std::optional<Schedule> next() override {
    if (was_cut_) return std::nullopt;
    std::optional<Schedule> schedule = inner_->next();
    if (!schedule) return std::nullopt;
    if (inner_->purpose() == Purpose::Verification) return schedule;  // counted apart
    if (handed_out_ == limit_) {
      was_cut_ = true;
      return std::nullopt;
    }
    ++handed_out_;
    return schedule;
  }
  bool is_thinking() const override { return !was_cut_ && inner_->is_thinking(); }
  std::optional<ModelFigures> model_figures() const override { return inner_->model_figures(); }
  std::optional<Learned> learned() override { return inner_->learned(); }
  std::uint64_t memory_ahead() const override { return inner_->memory_ahead(); }
  void learn(const Run& run) override { inner_->learn(run); }
  bool was_mistaken(const Run& run) override { return inner_->was_mistaken(run); }
  void restart() override {
    handed_out_ = 0;
    was_cut_ = false;
    inner_->restart();
  }
  bool was_cut() const { return was_cut_; }

 private:
  std::unique_ptr<Strategy> inner_;
  std::uint64_t limit_;
  std::uint64_t handed_out_ = 0;
  bool was_cut_ = false;
};

}  // namespace heddle
