// SPDX-License-Identifier: Apache-2.0
#include "solve/modular_proof.h"

#include <algorithm>
#include <limits>

namespace heddle {
namespace {

constexpr std::uint64_t kStepsBefore = 50'000;   // that the search takes first
constexpr std::uint64_t kStepsOfPeace = 15'000;  // without an execution in between
// Looking at one node takes a fraction of a step of the search: so many are a fifth of its time.
constexpr std::uint64_t kEffortPerStep = 4;
constexpr std::uint64_t kMostEffort = 1'000'000'000;

}  // namespace

ModularProof::ModularProof(const Model& model, Freedoms freedoms, const SearchSwitches& switches,
                           const StateSearch& search)
    : switches_(switches),
      search_(search),
      closure_(model, freedoms, switches.races,
               [&search](ProgramPoint one, ProgramPoint other) { return search.knows_race(one, other); }),
      due_(switches.closure_first ? 0 : kStepsBefore) {}

void ModularProof::model_has_grown() {
  has_grown_ = true;
  grown_at_ = search_.steps();
}

bool ModularProof::is_due() const {
  if (!switches_.closure || !has_grown_) return false;
  if (switches_.closure_first) return true;
  return search_.steps() >= due_ && search_.steps() - grown_at_ >= kStepsOfPeace;
}

bool ModularProof::attempt() {
  if (!is_due()) return false;
  ++attempts_;
  const std::uint64_t limit = switches_.closure_first ? kMostEffort : search_.steps() * kEffortPerStep;
  const ClosureFindings findings = closure_.attempt(limit);
  // What took too long may not with more time, as long as the search goes on.
  has_grown_ = findings.is_refused && findings.effort > limit;
  due_ = std::max(2 * search_.steps(), kStepsBefore);
  return findings.is_closed;
}

}  // namespace heddle
