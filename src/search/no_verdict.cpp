// SPDX-License-Identifier: Apache-2.0
#include "search/no_verdict.h"

#include <string>

#include "trace/difference.h"

namespace heddle {
namespace {

std::string at_line(const Trace& trace, const ProgramFacts& facts) {
  if (trace.failure.line != 0) return " at " + trace.failure.file + ":" + std::to_string(trace.failure.line);
  const SourceLocation& location = facts.at(trace.failure.point).location;
  if (location.known()) return " at " + location.file + ":" + std::to_string(location.line);
  if (trace.events.empty()) return "";
  return " after " + describe(trace.events.back(), facts);
}

}  // namespace

std::optional<Error> no_verdict(const Run& run, const ProgramFacts& facts) {
  const Trace& trace = run.trace;
  if (trace.outcome == Outcome::Unsupported) {
    return Error{ErrorCode::Unsupported, "the program uses something that Heddle does not model: " +
                                             trace.failure.message + at_line(trace, facts)};
  }
  if (trace.outcome == Outcome::Diverged) {
    const std::uint32_t turn = trace.failure.diverged_turn;
    std::string wanted;
    if (turn < run.schedule.turns.size()) {
      wanted = ": thread " + std::to_string(number(run.schedule.turns[turn].thread)) + " could not run (turn " +
               std::to_string(turn) + ")";
    }
    return Error{ErrorCode::Unsupported,
                 "the program is not deterministic: it left a schedule that an earlier execution had followed" +
                     wanted + at_line(trace, facts) + likely_sources(facts)};
  }
  return std::nullopt;
}

}  // namespace heddle
