// SPDX-License-Identifier: Apache-2.0
//
// Scout: runs through the model from the beginning in a few orders that the search comes to late, and asks for those
// that meet what nobody has seen. Costs no execution where everything is known. Only the search proves something.
#pragma once

#include <optional>

#include "learn/machine.h"
#include "trace/schedule.h"

namespace heddle {

class Scout {
 public:
  Scout(const Model& model, Freedoms freedoms) : model_(model), machine_(model, freedoms) {}

  // An execution that would tell something new; nothing if no order does.
  std::optional<Schedule> next();

 private:
  std::optional<Schedule> walk(std::size_t turn);

  const Model& model_;
  Machine machine_;
  std::size_t next_ = 0;
  Schedule asked_;  // last
};

}  // namespace heddle
