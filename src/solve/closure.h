// SPDX-License-Identifier: Apache-2.0
//
// Closure: whether what is known of each thread is all there is, decided thread by thread instead of state by state. It
// is if every result that a known step may have has an edge already; if moreover nobody can wait for ever, race or
// misuse anything, the model is complete, and the search need not go on. Where it is not so, says which results are
// missing.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "learn/machine.h"
#include "solve/certificate.h"
#include "solve/possible_values.h"

namespace heddle {

// A step that may have results that no execution has shown.
struct Goal {
  NodeId node = kNoNode;
};

struct ClosureFindings {
  bool is_closed = false;   // nothing is missing, and nothing else can go wrong
  bool is_refused = false;  // and cannot be said to be; see `refusal`
  std::string_view refusal;
  std::vector<Goal> goals;  // what is missing, if anything may be
};

class Closure {
 public:
  // `races`: there must be none, other than those that are known.
  Closure(const Model& model, Freedoms freedoms, bool races, KnowsRace is_known)
      : model_(model), freedoms_(freedoms), races_(races), is_known_(std::move(is_known)) {}

  Freedoms freedoms() const { return freedoms_; }
  // Makes the graph of the model as it is now, and looks at it.
  ClosureFindings look_at(KnownGraph& graph, Allowance& allowance) const;

 private:
  const Model& model_;
  Freedoms freedoms_;
  bool races_;
  KnowsRace is_known_;
};

}  // namespace heddle
