// SPDX-License-Identifier: Apache-2.0
//
// The runtime's side of `heddle replay --gdb`. The debugger puts a breakpoint on __heddle_debugger_stop, which is called
// before the event that RingHeader::debugger_stop names and at the end of the execution, always on the stack of the
// thread concerned. __heddle_debugger_table tells its script where things are, so that it needs no debug information
// of ours. The script is in gdb/ beside this file.
#include "runtime/debugger.h"

#include <cstddef>

#include "runtime/fiber.h"
#include "runtime/signals.h"
#include "runtime/worker.h"

using namespace heddle;
using namespace heddle::runtime;

extern "C" {

// In the order in which the script reads it.
struct HeddleDebuggerTable {
  std::uint64_t stop_step;  // address of RingHeader::debugger_stop
  std::uint64_t step, current, active, thread_limit, slot, events, aux;  // addresses of fields of State
  std::uint64_t threads, thread_size;
  std::uint64_t context, fs_base, entry;  // offsets in Thread
  std::uint64_t outcome, signal, thread_records;  // offsets in Slot
  std::uint64_t record_size, waits_for, held_by, state, pending, events_done;  // of ThreadRecord
  std::uint64_t call_stack;  // top of a stack that nobody uses while the program is stopped
};

#define HEDDLE_FIELD(field) kStateAddress + offsetof(State, field)
extern const HeddleDebuggerTable __heddle_debugger_table __attribute__((used)) = {
    kRingAddress + offsetof(wire::RingHeader, debugger_stop),
    HEDDLE_FIELD(step),
    HEDDLE_FIELD(current),
    HEDDLE_FIELD(active),
    HEDDLE_FIELD(thread_limit),
    HEDDLE_FIELD(slot),
    HEDDLE_FIELD(events),
    HEDDLE_FIELD(aux),
    HEDDLE_FIELD(threads),
    sizeof(Thread),
    offsetof(Thread, context),
    offsetof(Thread, fs_base),
    offsetof(Thread, entry),
    offsetof(wire::Slot, outcome),
    offsetof(wire::Slot, signal),
    offsetof(wire::Slot, threads),
    sizeof(wire::ThreadRecord),
    offsetof(wire::ThreadRecord, waits_for),
    offsetof(wire::ThreadRecord, held_by),
    offsetof(wire::ThreadRecord, state),
    offsetof(wire::ThreadRecord, pending),
    offsetof(wire::ThreadRecord, events),
    kEscapeStackTop,
};
#undef HEDDLE_FIELD

__attribute__((noinline, used)) void __heddle_debugger_stop(const HeddleDebuggerTable* table) {
  asm volatile("" ::"r"(table) : "memory");
}

// A C++ program throws something. By the time nobody has caught it, the frame it came from may be gone.
__attribute__((noinline, used)) void __heddle_debugger_throw() { asm volatile("" ::: "memory"); }

// Called by the script: the thread records of the slot as of now.
__attribute__((noinline, used)) void __heddle_debugger_describe() { describe_threads(*state().slot); }

}  // extern "C"

namespace heddle::runtime {

void stop_before_event() {
  State& s = state();
  // The last event before an expected endless loop: nobody else will end it.
  if (s.step + 1 == s.ring->debugger_hang_after) start_hang_alarm();
  if (s.step == s.ring->debugger_stop) __heddle_debugger_stop(&__heddle_debugger_table);
}

void hand_over_under_debugger(std::uint16_t next) {
  State& s = state();
  progress().step = s.step;
  if (next != s.current) switch_to(next);
  stop_before_event();
}

void stop_at_throw() {
  if (state().active) __heddle_debugger_throw();
}

void stop_at_end() {
  if (state().active) __heddle_debugger_stop(&__heddle_debugger_table);
}

}  // namespace heddle::runtime
