// SPDX-License-Identifier: Apache-2.0
//
// Finding: one distinct defect of the checked program, with the execution that shows it. Data, never an error.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "trace/contested_sizes.h"
#include "trace/program_facts.h"
#include "trace/trace.h"

namespace heddle {

#define HEDDLE_FINDING_KINDS(X)              \
  X(Assertion, "assertion")                  \
  X(Crash, "crash")                          \
  X(Deadlock, "deadlock")                    \
  X(DataRace, "data-race")                   \
  X(UseAfterFree, "use-after-free")          \
  X(DoubleFree, "double-free")               \
  X(InvalidFree, "invalid-free")             \
  X(BufferOverflow, "buffer-overflow")       \
  X(NullDereference, "null-dereference")     \
  X(StackOverflow, "stack-overflow")         \
  X(UncaughtException, "uncaught-exception") \
  X(ExitCode, "exit-code")                   \
  X(Hang, "hang")                            \
  X(Leak, "leak")                            \
  X(Outcome, "outcome") /* no defect: one of the ways in which the program can end */

enum class FindingKind : std::uint8_t {
#define HEDDLE_X(name, text) name,
  HEDDLE_FINDING_KINDS(HEDDLE_X)
#undef HEDDLE_X
};

std::string_view name_of(FindingKind kind);

// Two accesses that nothing orders.
struct Race {
  std::size_t first = 0;  // index of the event that came first
  std::size_t second = 0;
  std::uint64_t address = 0;  // of the first byte that both touch
};

// How short the way to it is known to be.
enum class Shortness : std::uint8_t {
  Unknown,
  FewestSwitches,  // no execution shows it with fewer context switches
  Shortest,        // and none with as few in fewer events
};

std::string_view name_of(Shortness shortness);

struct Finding {
  FindingKind kind = FindingKind::Crash;
  std::string message;  // one sentence
  SourceLocation location;
  std::vector<ThreadId> threads;  // those to blame
  Schedule schedule;              // complete: repeats the trace exactly
  Trace trace;
  std::optional<Race> race;                  // DataRace: which of its events
  std::string key;                           // equal keys are the same defect
  std::vector<std::uint32_t> visible_sites;  // the visibility set that the schedule refers to; a replay needs it
  ContestedSizes contested_sizes;            // and these: they decide about addresses
  Shortness shortness = Shortness::Unknown;
  std::string output;                        // the end of what the program printed in the run that confirmed it
  bool output_is_known = true;               // not if it does something else when it is captured
};

}  // namespace heddle
