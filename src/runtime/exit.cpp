// SPDX-License-Identifier: Apache-2.0
//
// Ends of the program: exit and what runs then (thread-exit calls of the caller, atexit functions, static destructors,
// all as events like any other code), _exit, abort. And the common ends of an execution that other files call.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/fiber.h"
#include "runtime/heap.h"
#include "runtime/leaks.h"
#include "runtime/libc/stream/standard_streams.h"
#include "runtime/raw_system.h"
#include "runtime/thread.h"
#include "runtime/worker.h"

namespace heddle::runtime {
namespace {

// What the slot says of the way in which a thread failed.
struct FailureText {
  Fault fault;
  std::int32_t signal;
  std::uint32_t line, point;
  std::uint64_t pc, address;
  wire::StackRecord stack;
  wire::FaultRecord record;
  char message[sizeof wire::Slot::message];
  char file[sizeof wire::Slot::failing_file];
};

void take_from_slot(FailureText& text) {
  wire::Slot& slot = *state().slot;
  text = {slot.fault, slot.signal, slot.failing_line, slot.failing_point, slot.fault_pc, slot.fault_address,
          slot.failing_stack, slot.fault_record, {}, {}};
  strcpy(text.message, slot.message);
  strcpy(text.file, slot.failing_file);
  slot.fault = Fault::None;
  slot.signal = 0;
  slot.failing_line = 0;
  slot.failing_point = wire::kNoPoint;
  slot.fault_pc = slot.fault_address = 0;
  slot.failing_stack = {};
  slot.message[0] = slot.failing_file[0] = 0;
}

void put_into_slot(const FailureText& text) {
  wire::Slot& slot = *state().slot;
  slot.fault = text.fault;
  slot.signal = text.signal;
  slot.failing_line = text.line;
  slot.failing_point = text.point;
  slot.fault_pc = text.pc;
  slot.fault_address = text.address;
  slot.failing_stack = text.stack;
  slot.fault_record = text.record;
  strcpy(slot.message, text.message);
  strcpy(slot.failing_file, text.file);
}

// What the end will be is all that is left of the thread's future.
void mix_failure(const FailureText& text, Outcome outcome) {
  const std::uint64_t numbers[] = {static_cast<std::uint64_t>(outcome), static_cast<std::uint64_t>(text.fault),
                                   static_cast<std::uint64_t>(text.signal), text.line, text.point, text.pc};
  mix_into_context(numbers, sizeof numbers);
  mix_into_context(text.message, strlen(text.message));
  mix_into_context(text.file, strlen(text.file));
}

// Where all ends count, one that a thread makes by itself is an event: what other threads can do before it comes, they
// may still do, and another one may end the process first. That an assumption fails always is one: no search ends with it.
// An operation that fails has had its turn.
void await_own_end(Outcome outcome) {
  State& s = state();
  const bool counts = s.freedoms.visible_ends != 0 || outcome == Outcome::AssumeFailed;
  const bool is_event = counts && is_made_by_thread(outcome) && s.thread_limit > 1;
  if (!is_event || has_unrecorded_turn()) return;
  FailureText text;
  take_from_slot(text);
  if (s.fingerprints != nullptr) mix_failure(text, outcome);
  await_turn();
  put_into_slot(text);
}

}  // namespace

void set_message(const char* text) {
  wire::Slot& slot = *state().slot;
  strncpy(slot.message, text, sizeof slot.message - 1);
}

void set_failing_point(const HeddlePoint* point) { state().slot->failing_point = point_number(point); }

void end_execution(Outcome outcome) {
  State& s = state();
  await_own_end(outcome);
  s.slot->outcome = outcome;
  bool names_thread = outcome != Outcome::Deadlocked && outcome != Outcome::Finished && outcome != Outcome::Diverged;
  s.slot->failing_thread = names_thread ? s.current : static_cast<std::uint16_t>(wire::kNoThread);
  const bool has_stack = s.slot->failing_stack.count != 0;  // a signal interrupted the thread there
  if (s.detail && names_thread && !has_stack) s.slot->failing_stack = capture_stack();
  leave_execution();
}

void end_with_message(Outcome outcome, const char* message) {
  set_message(message);
  end_execution(outcome);
}

void end_unsupported(const char* function, const char* why) {
  char text[512];
  snprintf(text, sizeof text, "%s: %s", function, why);
  if (!state().active) end_supervisor(text);  // in a constructor before main: there is no execution to end
  set_failing_point(call_point());
  end_with_message(Outcome::Unsupported, text);
}

void end_misuse(const FailedAttempt& attempt, const char* what) {
  state().failed_attempt = attempt;
  set_failing_point(call_point());
  end_with_message(Outcome::AssertionFailed, what);
}

namespace {
bool g_last_thread_ended = false;  // restored before every execution, like all memory of the program
}

void exit_after_last_thread() {
  g_last_thread_ended = true;
  exit(0);
}

void end_finished(int exit_code) {
  state().slot->exit_code = exit_code;
  end_execution(Outcome::Finished);
}

}  // namespace heddle::runtime

using namespace heddle;
using namespace heddle::runtime;

namespace {

// Whoever ends the process is told in which order all threads have added to the list, so to add is an event. What it adds
// itself from then on is nobody else's: it comes next.
void add_exit_call(ProcessExitCalls& calls, void (*function)(void*), void* argument) {
  if (executing() && current_thread().ending == &calls) {
    auto* call = static_cast<ThreadExitCall*>(allocate_for_runtime(sizeof(ThreadExitCall)));
    *call = {function, argument, current_thread().late_exit_calls};
    current_thread().late_exit_calls = call;
    return;
  }
  if (executing()) await_turn(&calls);
  constexpr std::uint32_t kRoom = sizeof calls.calls / sizeof calls.calls[0];
  if (calls.count == kRoom) end_unsupported("atexit", "more than 1024 functions registered");
  calls.calls[calls.count++] = {function, argument};
  if (!executing()) return;
  record(EventKind::Call, &calls, 0, call_point()).detail = wire::kAppends;
  record_aux(reinterpret_cast<std::uint64_t>(function), reinterpret_cast<std::uint64_t>(argument));
}

void call_without_argument(void* function) { reinterpret_cast<void (*)()>(function)(); }

void run_late_exit_calls() {
  Thread& thread = current_thread();
  while (thread.late_exit_calls != nullptr) {
    const ThreadExitCall call = *thread.late_exit_calls;
    thread.late_exit_calls = call.next;
    call.function(call.object);
  }
}

// All that is in the list, the latest first. What others add meanwhile stays there for the next look at it: the standards
// say nothing of its order.
void run_exit_calls(ProcessExitCalls& calls) {
  Thread& thread = current_thread();
  thread.ending = &calls;
  thread.first_ending = calls.taken;
  thread.count_ending = calls.count - calls.taken;
  calls.taken = calls.count;
  while (thread.count_ending > 0) {
    const ProcessExitCall call = calls.calls[thread.first_ending + --thread.count_ending];
    call.function(call.argument);
    run_late_exit_calls();
  }
}

// The end of the process is an event: what other threads can do before it comes, they may still do. Without other threads
// nobody could tell. Its result is whether there is still something to call.
bool is_end_reached(int code, const HeddlePoint* point, const ProcessExitCalls* calls) {
  if (state().thread_limit > 1) await_turn();
  const std::uint32_t left = calls == nullptr ? 0 : calls->count - calls->taken;
  if (state().thread_limit == 1) return left == 0;
  auto& event = record(EventKind::Exit, calls, static_cast<std::uint64_t>(code), point);
  event.detail = (g_last_thread_ended ? wire::kLastThreadEnded : 0) | (left > 0 ? wire::kGoesOn : 0);
  if (calls != nullptr) record_aux(wire::folded(hash_exit_calls(wire::step(wire::kEmptyMessage, left), calls->calls + calls->taken, left)), 0);
  return left == 0;
}

// A captured run is one among many, and files that other executions see must not differ for it.
void flush_output() {
  std::uint32_t flags = state().slot->flags;
  if ((flags & wire::kShowOutput) != 0) HEDDLE_REAL(fflush)(nullptr);
  const bool is_compared = state().freedoms.visible_output != 0;
  if ((flags & wire::kCaptureOutput) != 0 || is_compared) HEDDLE_REAL(fflush)(libc::first_output());
}

enum class Leaks : bool { Ignore, LookFor };  // whoever leaves in a hurry keeps what he has
[[noreturn]] void leave_process(int code, const HeddlePoint* point, ProcessExitCalls* calls, Leaks leaks) {
  for (std::uint64_t round = 1; !is_end_reached(code, point, calls); ++round) {
    // Nothing else is left of what the thread was doing.
    const std::uint64_t end[] = {static_cast<std::uint64_t>(code), reinterpret_cast<std::uint64_t>(point), round};
    begin_ending(0);
    mix_into_context(end, sizeof end);
    run_exit_calls(*calls);
    begin_ending(1);
    mix_into_context(end, sizeof end);
  }
  if (calls == &state().exit_calls) flush_output();
  if (leaks == Leaks::LookFor) find_leaks();
  set_failing_point(point);
  end_finished(code & 0xff);
}

}  // namespace

extern "C" {

int __cxa_at_quick_exit(void (*function)(), void* library);  // glibc has no header for it

int __cxa_atexit(void (*function)(void*), void* argument, void* library) {
  if (!controlled()) return HEDDLE_REAL(__cxa_atexit)(function, argument, library);
  add_exit_call(state().exit_calls, function, argument);
  return 0;
}

int on_exit(void (*function)(int, void*), void* argument) {
  if (!executing()) return HEDDLE_REAL(on_exit)(function, argument);
  end_unsupported("on_exit", "is not modelled; use atexit");
}

void exit(int code) {
  if (!executing()) {
    HEDDLE_REAL(exit)(code);
    __builtin_unreachable();
  }
  const HeddlePoint* point = call_point();  // the handlers make calls of their own
  run_thread_exit_calls();
  leave_process(code, point, &state().exit_calls, Leaks::LookFor);
}

void _exit(int code) {
  if (executing()) leave_process(code, call_point(), nullptr, Leaks::Ignore);
  for (;;) raw_syscall(231 /* exit_group */, code);
}

void _Exit(int code) { _exit(code); }

// What at_quick_exit of libc's static part calls.
int __cxa_at_quick_exit(void (*function)(), void* library) {
  if (!controlled()) return HEDDLE_REAL(__cxa_at_quick_exit)(function, library);
  add_exit_call(state().quick_exit_calls, call_without_argument, reinterpret_cast<void*>(function));
  return 0;
}

// No destructors, only what at_quick_exit registered, the latest first.
void quick_exit(int code) {
  if (executing()) leave_process(code, call_point(), &state().quick_exit_calls, Leaks::Ignore);
  HEDDLE_REAL(quick_exit)(code);
  __builtin_unreachable();
}

void abort() {
  if (executing()) {
    wire::Slot& slot = *state().slot;
    slot.signal = SIGABRT;
    set_failing_point(call_point());
    end_with_message(Outcome::Crashed, "abort() was called");
  }
  HEDDLE_REAL(abort)();
  __builtin_unreachable();
}

}  // extern "C"
