// SPDX-License-Identifier: Apache-2.0
//
// Step: one event in words. Both the text report and the JSON report are lists of steps; nothing else turns an Event
// into prose.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/object_names.h"
#include "trace/program_facts.h"
#include "trace/trace.h"

namespace heddle {

struct Step {
  std::size_t event = 0;  // index in the trace
  ThreadId thread{};
  EventKind kind = EventKind::Begin;
  ProgramPoint point = ProgramPoint::None;
  SourceLocation location;
  std::string object;     // name; empty when the operation has none
  std::string old_value;  // empty when not known
  std::string new_value;
  std::string text;         // "read balance: 0"
  bool is_library = false;  // a memory access of the standard library's own
  bool is_shared = false;   // synchronisation, or memory that several threads touched and at least one wrote
};

std::vector<Step> steps_of(const Trace& trace, const ProgramFacts& facts, const ObjectNames& names);

// "T2".
std::string thread_label(ThreadId thread);
// "waits for mutex m, held by T2"; for a thread that is blocked at the end.
std::string blocked_text(const ThreadSummary& thread, const ObjectNames& names);

}  // namespace heddle
