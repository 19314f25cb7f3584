// SPDX-License-Identifier: Apache-2.0
#include "search/strategy/exact.h"

namespace heddle {
namespace {

constexpr std::uint64_t kStepsAtOnce = 20000;  // some hundredths of a second: then whoever wants to stop is heard

}  // namespace

ExactStrategy::ExactStrategy(Freedoms freedoms, SearchSwitches switches) : freedoms_(freedoms), switches_(switches) {
  restart();
}

void ExactStrategy::restart() {
  search_.reset();
  learner_.reset();
  model_ = std::make_unique<Model>();
  learner_ = std::make_unique<Learner>(*model_, freedoms_);
  search_ = std::make_unique<ModelSearch>(*model_, freedoms_, switches_);
  waits_ = is_done_ = false;
  asked_ = {};
  gap_.reset();
}

std::string ExactStrategy::shortfall() const {
  if (!gap_) return {};
  return "the model does not fit: " + gap_->reason + " (thread " + std::to_string(number(gap_->thread)) + ", point " +
         std::to_string(static_cast<std::uint32_t>(gap_->point)) + ")";
}

std::optional<ModelFigures> ExactStrategy::model_figures() const {
  ModelFigures figures;
  figures.states = search_->states();
  figures.steps = search_->steps();
  figures.rounds = search_->rounds();
  figures.table_states = search_->table_states();
  figures.table_bytes = search_->table_bytes();
  figures.nodes = model_->node_count();
  for (NodeId id = 0; id < figures.nodes; ++id) {
    const Node& node = (*model_)[id];
    if (!node.has_operation && node.end == NodeEnd::Open) ++figures.unknown;
  }
  return figures;
}

std::optional<Schedule> ExactStrategy::next() {
  is_thinking_ = false;
  if (waits_ || is_done_ || gap_) return std::nullopt;
  const SearchProgress progress = search_->run(kStepsAtOnce);
  is_thinking_ = progress == SearchProgress::Paused;
  switch (progress) {
    case SearchProgress::NeedsExecution:
    case SearchProgress::Deadlock:
      // An execution that leaves the same question open would leave it open for ever.
      if (search_->wanted() == asked_) {
        gap_ = Disagreement{"an execution did not tell what it was made for", ThreadId{}, ProgramPoint::None};
        return std::nullopt;
      }
      waits_ = true;
      asked_ = search_->wanted();
      return asked_;
    case SearchProgress::Complete:
      is_done_ = true;
      return std::nullopt;
    case SearchProgress::Paused:
      return std::nullopt;
  }
  return std::nullopt;
}

void ExactStrategy::learn(const Run& run) {
  waits_ = false;
  gap_ = learner_->learn(run.trace);
  if (gap_) return;
  if (run.trace.outcome == Outcome::Deadlocked) search_->note_deadlock(learner_->machine());
  search_->model_has_grown();
}

}  // namespace heddle
