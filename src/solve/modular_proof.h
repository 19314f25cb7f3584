// SPDX-License-Identifier: Apache-2.0
//
// ModularProof: where the search of states takes long, tries now and then to be done without it, thread by thread
// (closure.h). It never takes more than a small part of the time that the search has taken, and none while executions
// still tell much.
#pragma once

#include <cstdint>

#include "solve/closure.h"
#include "solve/model_search.h"

namespace heddle {

class ModularProof {
 public:
  ModularProof(const Model& model, Freedoms freedoms, const SearchSwitches& switches, const StateSearch& search);

  // Whether the model is complete. Asked before each turn of the search.
  bool attempt();
  // Call after the model has learned from an execution.
  void model_has_grown();

  std::uint64_t attempts() const { return attempts_; }

 private:
  bool is_due() const;

  SearchSwitches switches_;
  const StateSearch& search_;
  Closure closure_;
  std::uint64_t due_;           // steps of the search before the next attempt
  std::uint64_t grown_at_ = 0;  // steps of the search when the model had last grown
  bool has_grown_ = true;       // since the last attempt
  std::uint64_t attempts_ = 0;
};

}  // namespace heddle
