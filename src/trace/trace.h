// SPDX-License-Identifier: Apache-2.0
//
// Trace: what one execution did and how it ended. Immutable once decoded. A Run pairs it with the Schedule that
// was asked for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "trace/event.h"
#include "trace/fingerprint.h"
#include "trace/schedule.h"

namespace heddle {

using Stack = std::vector<std::uint64_t>;  // program counters, innermost first

enum class ThreadEnd : std::uint8_t { Runnable, Blocked, Ended };

// State of one thread when the execution ended.
struct ThreadSummary {
  ThreadId thread{};
  ThreadId parent{};
  ThreadEnd state = ThreadEnd::Runnable;
  bool detached = false;
  std::uint32_t events = 0;
  std::uint64_t entry = 0;  // address of its start routine
  // when Blocked; when Runnable, the operation it would do next is told only if it can be one that waits:
  EventKind pending = EventKind::Begin;
  std::uint64_t waits_for = 0;
  bool has_holder = false;
  ThreadId held_by{};
  ProgramPoint point = ProgramPoint::None;
  Fingerprint fingerprint{};  // before its next operation; see Trace::fingerprints
  // Its own number or memory of its own counted in what it did: another thread in its place may do something else. Known
  // with fingerprints only.
  bool is_individual = false;
  Stack stack;                    // only in a detailed run
};

// What the runtime knows about a memory error; wire::FaultRecord says when which field means something.
struct MemoryError {
  std::uint64_t address = 0;
  std::uint64_t block = 0;
  std::uint64_t block_size = 0;
  std::uint32_t access_size = 0;
  bool is_write = false;
  ProgramPoint allocated_at = ProgramPoint::None;
  ProgramPoint freed_at = ProgramPoint::None;
  ThreadId allocated_by{};
  ThreadId freed_by{};
  ThreadId owner{};
  bool owner_ended = false;
  std::uint32_t site = 0;
};

// What is known about the failure, beyond the outcome.
struct Failure {
  bool has_thread = false;
  ThreadId thread{};
  std::int32_t exit_code = 0;
  std::int32_t signal = 0;
  std::uint64_t fault_pc = 0;
  std::uint64_t fault_address = 0;
  Fault fault = Fault::None;
  MemoryError memory;  // with a fault
  std::string message;
  std::string file;  // assertion
  std::uint32_t line = 0;
  ProgramPoint point = ProgramPoint::None;
  Stack stack;                              // only in a detailed run
  std::uint32_t diverged_turn = 0;          // Diverged: index of the turn that could not be followed
  std::vector<std::uint32_t> shared_sites;  // StackShared
};

// Where the thread came to its end by an instruction of its own (a trap, a division), else 0: an access ends in the runtime,
// whichever it was.
std::uint64_t own_instruction(const Failure& failure);

// Memory that was never freed and that nothing points to, by the place where it was allocated.
struct Leak {
  ProgramPoint point = ProgramPoint::None;
  std::uint64_t blocks = 0;
  std::uint64_t bytes = 0;
};

// A block of the heap.
struct Block {
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  ThreadId thread{};         // that allocated it
  bool is_question = false;  // or that asks how large it is: then it is listed before as well
};

// Where a thread would have come to if one of its events had told it something else.
struct Peek {
  std::uint32_t event = 0;  // number in the execution
  std::uint64_t value = 0;  // that result
  Fingerprint fingerprint{};  // before its next operation; none: it came to none, or nobody can tell
};

struct Trace {
  std::vector<Event> events;
  Outcome outcome = Outcome::None;
  Failure failure;
  std::vector<ThreadSummary> threads;  // index = thread number
  std::uint64_t hash = 0;              // of every record and of the outcome
  std::uint32_t switches = 0;
  bool is_full = false;               // EventLimit: no thread had too many events, all of them together had
  EnabledSets enabled;                // per event, when the Schedule asked for it
  std::vector<Leak> leaks;            // of a finished execution, where it was looked for
  std::vector<Stack> stacks;          // per event, only in a detailed run
  std::vector<std::uint8_t> payload;  // bytes of range accesses, when the Schedule asked for them (trace/payload.h)
  // Per event, when the Schedule asked for them: of all that decides what its thread does from here on, given what it
  // will be told. None: not known here.
  std::vector<Fingerprint> fingerprints;

  // That the program asked for, in this order; with the payload. No part of the hash.
  std::vector<Block> blocks;
  bool blocks_are_missing = false;  // there were too many

  // What the program printed beside what its events say, or how that goes on (only with Freedoms::visible_output). No part of
  // the hash.
  std::optional<std::string> unseen_output;

  // Those of the Schedule. Where none can be had, the event is in `unpeekable`. No part of the hash.
  std::vector<Peek> peeks;
  std::vector<std::uint32_t> unpeekable;

  // The schedule that repeats exactly this trace: its turns, its choices, nothing left to a policy.
  Schedule as_schedule(std::uint32_t visibility_version) const;
};

struct Run {
  std::uint64_t ticket = 0;  // as returned by Runner::submit
  Schedule schedule;
  Trace trace;
  std::string output;  // the end of what the program printed, where it was asked for
};

}  // namespace heddle
