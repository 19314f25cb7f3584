// SPDX-License-Identifier: Apache-2.0
//
// Explained: a finding with everything resolved that its renderers share: names, places, stacks, steps in words.
// Built once per finding, from the detailed run that confirmed it.
#pragma once

#include <string>
#include <vector>

#include "report/explained_race.h"
#include "report/object_names.h"
#include "report/stack.h"
#include "report/step.h"
#include "trace/finding.h"

namespace heddle {

struct ExplainedThread {
  ThreadId thread{};
  std::string name;  // "T1 deposit"
  ThreadEnd state = ThreadEnd::Runnable;
  bool is_to_blame = false;
  std::string blocked;  // "blocked on mutex m held by T2", when it is
  bool has_holder = false;
  ThreadId held_by{};
  SourceLocation location;    // where it stood at the end, when known
  std::vector<Frame> frames;  // may be empty
};

struct Explained {
  std::string message;                   // what broke, with the names that only this room knows
  SourceLocation location;               // of the defect; for a crash the first line of the user's own code
  SourceLocation innermost;              // of a crash inside the library: where exactly
  std::vector<ExplainedThread> threads;  // index = thread number
  std::vector<Step> steps;
  std::vector<ThreadId> cycle;  // of a deadlock: each waits for the next one, the last for the first
  ExplainedRace race;           // of a data race
  std::string note;
};

Explained explain(const Finding& finding, const ProgramFacts& facts);
// All of them, with one look at the symbols.
std::vector<Explained> explain_all(const std::vector<Finding>& findings, const ProgramFacts& facts);
// The same with symbols given: pure.
Explained explain(const Finding& finding, const ProgramFacts& facts, const SymbolTable& symbols);

}  // namespace heddle
