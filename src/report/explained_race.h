// SPDX-License-Identifier: Apache-2.0
//
// The two accesses of a data race, resolved: who, where, what, with which locks.
#pragma once

#include <string>
#include <vector>

#include "report/object_names.h"
#include "report/stack.h"
#include "report/step.h"
#include "trace/finding.h"

namespace heddle {

struct RacingAccess {
  ThreadId thread{};
  std::size_t event = 0;  // index in the trace
  std::string verb;       // "writes", "atomically reads"
  bool is_atomic = false;
  SourceLocation location;         // in the user's code, where there is any
  std::vector<Frame> frames;       // may be empty
  std::vector<std::string> locks;  // that its thread held
};

struct ExplainedRace {
  std::string object;
  std::vector<RacingAccess> accesses;  // two, as they came; none if the finding is no race
};

// `steps` stand where the user's code called the library already.
ExplainedRace explain_race(const Finding& finding, const std::vector<Step>& steps, const SymbolTable& symbols,
                           const ObjectNames& names);

// "data race on x: T1 writes at a.cpp:3, T2 reads at a.cpp:9; they have no lock in common, and nothing else orders them"
std::string race_message(const ExplainedRace& race);

// Two races between the same two lines of the user's code: whatever the library does there, they are one.
bool is_same_race(const ExplainedRace& one, const ExplainedRace& other);

void add_race_queries(SymbolQueries& queries, const Finding& finding);

}  // namespace heddle
