// SPDX-License-Identifier: Apache-2.0
//
// Operation: what a thread is about to do, without what will come of it: the part of an Event that depends on the
// thread's own past only. Label: what came of it, as far as the thread can tell; the past and the label decide
// what the thread does next.
#pragma once

#include <cstdint>
#include <vector>

#include "trace/trace.h"

namespace heddle {

struct Operation {
  EventKind kind = EventKind::Begin;
  MemoryOrder order = MemoryOrder::Plain;
  RmwOperator rmw = RmwOperator::Exchange;
  bool is_atomic = false;    // two such accesses are no data race
  bool is_timed = false;     // a wait that may time out
  bool is_weak = false;      // a compare-exchange that may fail for no reason
  bool is_detached = false;  // the thread created
  bool needs_lock = false;   // a call that waits while another thread holds the lock in `second`
  bool ends_lock = false;    // a call that waits like this, and makes an end of the lock
  bool prints = false;       // a call that appends `bytes` to the output of the program
  bool appends = false;      // a call that adds `first` and `second` to a list, for others to see
  bool replaces = false;     // a call that makes a hidden state of `first` and `second`, whatever it was
  bool looks = false;        // a call that is told the hidden state
  bool takes = false;        // one after which it is gone, if it was there until somebody takes it
  bool remakes = false;      // a call after which its memory is as when it was mapped
  bool unmaps = false;       // a free of pages that may be gone already
  bool is_unmodelled = false;  // a call that does something else to its memory
  ProgramPoint point = ProgramPoint::None;
  std::uint32_t size = 0;  // of locks: the type. A read may be longer or shorter each time: see Label
  std::uint64_t object = 0;
  std::uint64_t first = 0;   // operand: value stored, expected value, mutex of a wait, alternatives of a choice ...
  std::uint64_t second = 0;  // second operand: value of a compare-exchange, where the handle of a thread goes, how to round ...
  std::uint64_t start = 0;   // of the thread created: what it begins with, its routine and argument among it
  std::vector<std::uint8_t> bytes;  // a range that is written, or what is printed

  friend bool operator==(const Operation&, const Operation&) = default;
};

enum class LabelKind : std::uint8_t {
  Nothing,  // the operation tells its thread nothing, or nothing that its own past does not tell
  Value,    // bytes read, a flag, a return code
  Range,    // hash of the bytes read
  Freed,    // memory that was given back
  Misuse,   // what the standards leave undefined
  Hidden,   // state of something inside of a library
};

struct Label {
  LabelKind kind = LabelKind::Nothing;
  std::uint32_t size = 0;  // Range: how many bytes
  std::uint64_t value = 0;
  friend bool operator==(const Label&, const Label&) = default;
};

// The operation that `event` performed. Ranges take their bytes from the trace.
Operation operation_of(const Event& event, const Trace& trace);

// The operation at which a thread was blocked when the execution ended; `before` is the wait or read that it belongs
// to, if any.
Operation pending_operation(const ThreadSummary& thread, const Operation& before);

// Operations that name memory by address and size. A hidden state is no memory: nobody reads it past the call.
bool touches_memory(EventKind kind);

// Whether the operation may take time: the clock is another one then.
bool lets_time_pass(const Operation& operation);

// A number for how the process ended, as far as the thread that ended it decides: exit status, signal, failing place.
std::uint64_t end_of_process(const Trace& trace);

std::uint64_t hash_bytes(const std::uint8_t* bytes, std::size_t size);

}  // namespace heddle
