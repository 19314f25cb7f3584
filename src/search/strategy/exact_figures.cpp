// SPDX-License-Identifier: Apache-2.0
//
// ExactStrategy: what it says about itself: how far it went, in numbers, and why it claims less than it could.
#include "search/strategy/exact.h"

namespace heddle {

std::string ExactStrategy::shortfall() const {
  if (!gap_ && has_unshown_livelock_) {
    return "threads that run in circles together for ever were met, but the state of the program did not come again";
  }
  if (!gap_ && search_->unshown_race()) {
    const auto [one, other] = *search_->unshown_race();
    return "two accesses that should race were met, but no execution showed it" + place_of(one) + place_of(other);
  }
  if (!gap_) return {};
  return "the model does not fit: " + gap_->reason + " (thread " + std::to_string(number(gap_->thread)) +
         place_of(gap_->point) + ")";
}

std::optional<std::uint32_t> ExactStrategy::preemption_bound() const {
  return was_preemption_cut_ ? most_preemptions_ : std::nullopt;
}

std::string ExactStrategy::place_of(ProgramPoint point) const {
  const SourceLocation where = facts_ == nullptr ? SourceLocation{} : facts_->at(point).location;
  return where.known() ? ", " + where.file + ":" + std::to_string(where.line) : "";
}

std::optional<ModelFigures> ExactStrategy::model_figures() const {
  ModelFigures figures;
  figures.states = search_->states();
  figures.steps = search_->steps();
  figures.rounds = search_->rounds();
  figures.table_states = search_->table_states();
  figures.table_bytes = search_->table_bytes();
  figures.search_seconds = search_seconds_;
  figures.learn_seconds = learn_seconds_;
  figures.nodes = model_->node_count();
  figures.given_up = given_up_;
  figures.hash_bits = switches_.wide_hash ? 128 : 64;
  figures.peeked = learner_->peeked();
  figures.preemptions = preemptions_done_;
  figures.exchangeable = search_->exchangeable_threads();
  figures.closures = proof_ ? proof_->attempts() : 0;
  figures.saturated = proof_ ? proof_->saturated() : 0;
  figures.is_closed = is_closed_;
  figures.share_done = is_done_ || purpose_ == Purpose::Verification ? std::optional(1.0) : search_->share_done();
  for (NodeId id = 0; id < figures.nodes; ++id) {
    const Node& node = (*model_)[id];
    if (!node.has_operation && node.end == NodeEnd::Open) ++figures.unknown;
  }
  return figures;
}

std::optional<CutSearch> ExactStrategy::cut_search() const {
  if (!was_limited_) return std::nullopt;
  const std::string place = place_of(cut_at_);
  // Beyond the limit only events count that are not counted against it: executions were cut among them.
  const std::uint32_t most = limits_.max_events == 0 ? deepening_.covered() : limits_.max_events;
  return CutSearch{was_full_ ? 0 : std::min(deepening_.covered(), most), place.empty() ? "" : place.substr(2)};
}

}  // namespace heddle
