// SPDX-License-Identifier: Apache-2.0
//
// ScriptedProgram: a tiny abstract multithreaded program for tests, written as text, and a machine that executes it
// under a Schedule with the same rules as the runtime: one decision per event, taken before the event happens; local
// work follows its event at once.
//
//   A: write x 1; read y            one line per thread, started in this order by the main thread,
//   B: lock m; add x 1; unlock m    which then joins them in the same order
//   main: assert x 2                what the main thread does after the joins (optional)
//
// Operations: write V N, read V, add V N, lock M, unlock M, wait C M, signal C, broadcast C, choose N, yield,
// until V N (reads V again and again until it is N).
// Local ones: assert V N (a read, then fails unless V is N), assume V N (likewise, drops the execution), crash, exit N,
// share S (touches a stack object of site S), unsupported NAME, hang.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "trace/program_facts.h"
#include "trace/trace.h"

namespace heddle {

enum class ScriptedVerb : std::uint8_t {
  Write,
  Read,
  Add,
  Lock,
  Unlock,
  Wait,
  Signal,
  Broadcast,
  Choose,
  Yield,
  Until,
  Assert,
  Assume,
  Crash,
  Exit,
  Share,
  Unsupported,
  Hang,
};

struct ScriptedOperation {
  ScriptedVerb verb = ScriptedVerb::Yield;
  std::string object;  // variable, mutex or condition variable
  std::string mutex;   // of a wait
  std::uint64_t number = 0;
  ProgramPoint point = ProgramPoint::None;
};

struct ScriptedProgram {
  std::vector<std::vector<ScriptedOperation>> threads;  // [0] is what main does after the joins
  ProgramFacts facts;                                   // file "script", one line per operation

  // Aborts on text that is not a program: it is part of a test.
  static ScriptedProgram parse(std::string_view text);
};

struct ScriptedLimits {
  std::uint32_t max_events_per_thread = 1000;
  std::vector<std::uint32_t> visible_sites;
};

Trace execute_script(const ScriptedProgram& program, const Schedule& schedule, const ScriptedLimits& limits);

}  // namespace heddle
