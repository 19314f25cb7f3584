// SPDX-License-Identifier: Apache-2.0
//
// Lookups in what a build says about itself. A number that the tables do not have gives empty facts, because traces
// of damaged executions may carry any number.
#include "trace/program_facts.h"

namespace heddle {

const PointFacts& ProgramFacts::at(ProgramPoint point) const {
  static const PointFacts nothing;
  const auto index = static_cast<std::size_t>(point);
  return index < points.size() ? points[index] : nothing;
}

const ModuleFacts* ProgramFacts::module_of(std::uint64_t pc) const {
  for (const ModuleFacts& module : modules) {
    if (pc >= module.begin && pc < module.end) return &module;
  }
  return nullptr;
}

}  // namespace heddle
