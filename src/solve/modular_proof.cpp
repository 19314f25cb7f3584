// SPDX-License-Identifier: Apache-2.0
#include "solve/modular_proof.h"

#include <algorithm>
#include <utility>

namespace heddle {
namespace {

constexpr std::uint64_t kStepsBefore = 50'000;   // that the search takes first
constexpr std::uint64_t kStepsOfPeace = 15'000;  // without an execution in between
// Looking at one node takes about a tenth of a step of the search, with all attempts before it, and each may look at so
// many.
constexpr std::uint64_t kEffortPerStep = 1;
constexpr std::uint64_t kMoreSteps = 3;  // times as many before the next attempt
constexpr std::uint64_t kEffortAtFirst = 20'000'000;  // of all attempts where the search has to wait for them
constexpr std::uint64_t kShareOfSaturation = 4;       // of the effort that is left: a fourth
constexpr std::uint64_t kMostOfSaturation = 50'000;    // of one goal
constexpr std::size_t kMostAtOnce = 16;               // executions that one look at the model asks for

}  // namespace

ModularProof::ModularProof(const Model& model, Freedoms freedoms, const SearchSwitches& switches,
                           const StateSearch& search)
    : model_(model),
      switches_(switches),
      search_(search),
      closure_(model, freedoms, switches.races,
               [&search](ProgramPoint one, ProgramPoint other) { return search.knows_race(one, other); }),
      goal_search_(model, freedoms),
      due_(kStepsBefore),
      left_at_first_(switches.closure_first ? kEffortAtFirst : 0) {}

void ModularProof::model_has_grown() {
  has_grown_ = true;
  grown_at_ = search_.steps();
}

bool ModularProof::is_due() const {
  if (!switches_.closure || !has_grown_) return false;
  if (left_at_first_ > 0 || is_pursued_) return true;
  return search_.steps() >= due_ && search_.steps() - grown_at_ >= kStepsOfPeace;
}

// What was found before may be known by now: an execution tells more than it was made for.
bool ModularProof::ask_next() {
  while (!found_.empty()) {
    Wanted next = std::move(found_.back());
    found_.pop_back();
    const bool is_news = model_[next.node].edges.size() == next.edges && next.schedule != wanted_;
    if (!is_news) continue;
    wanted_ = std::move(next.schedule);
    return true;
  }
  return false;
}

ProofProgress ModularProof::attempt() {
  if (ask_next()) return ProofProgress::NeedsExecution;
  if (!is_due()) return ProofProgress::Open;
  if (!std::exchange(is_pursued_, false)) {
    ++attempts_;
    left_ = left_at_first_ > 0 ? left_at_first_ : search_.steps() * kEffortPerStep;
    due_ = std::max(kMoreSteps * search_.steps(), kStepsBefore);
  }
  has_grown_ = false;
  Allowance allowance(left_);
  KnownGraph graph(model_, closure_.freedoms(), allowance);
  const ClosureFindings findings = closure_.look_at(graph, allowance);
  if (findings.is_closed) return ProofProgress::Proved;
  const ProofProgress progress =
      findings.is_refused ? ProofProgress::Open : look_at_goals(graph, findings.goals, allowance);
  left_ -= std::min(left_, allowance.spent());
  left_at_first_ -= std::min(left_at_first_, allowance.spent());
  // What took too long may not with more time, as long as the search goes on.
  has_grown_ |= allowance.is_spent();
  is_pursued_ = progress == ProofProgress::NeedsExecution;
  return progress;
}

// What must have happened is followed first, as long as that takes a small part of the effort.
GoalAnswer ModularProof::look_at(const KnownGraph& graph, NodeId goal, Allowance& allowance) {
  Allowance some(std::min(left_for_saturation_, kMostOfSaturation));
  std::optional<Saturation> needed;
  if (dominators_ && left_for_saturation_ > 0) {
    needed.emplace(graph, *dominators_, goal, some);
    const bool is_refuted = needed->refutes();
    left_for_saturation_ -= std::min(left_for_saturation_, some.spent());
    allowance.spend(some.spent());
    if (is_refuted) {
      ++saturated_;
      return GoalAnswer::Refuted;
    }
  }
  const GoalSlice slice(graph, goal, allowance);
  return goal_search_.look_for(slice, allowance, needed ? &*needed : nullptr);
}

// Every answer is about the model as it is now, the same that the goals were made of: if none of them can be reached,
// there is no first step that leads out of it.
ProofProgress ModularProof::look_at_goals(const KnownGraph& graph, const std::vector<Goal>& goals,
                                          Allowance& allowance) {
  std::size_t refuted = 0;
  dominators_.reset();
  if (switches_.saturation) dominators_.emplace(graph);
  left_for_saturation_ = (left_ - std::min(left_, allowance.spent())) / kShareOfSaturation;
  bool is_given_up = false;
  for (const Goal& goal : goals) {
    switch (look_at(graph, goal.node, allowance)) {
      case GoalAnswer::Refuted:
        ++refuted;
        break;
      case GoalAnswer::Found:
        found_.push_back({goal.node, model_[goal.node].edges.size(), goal_search_.wanted()});
        break;
      case GoalAnswer::GivenUp:
        is_given_up = true;
        break;
    }
    if (is_given_up || found_.size() == kMostAtOnce) break;
  }
  if (ask_next()) return ProofProgress::NeedsExecution;
  return refuted == goals.size() ? ProofProgress::Proved : ProofProgress::Open;
}

}  // namespace heddle
