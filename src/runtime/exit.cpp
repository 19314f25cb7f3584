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
#include "runtime/leaks.h"
#include "runtime/raw_system.h"
#include "runtime/thread.h"

namespace heddle::runtime {

void set_message(const char* text) {
  wire::Slot& slot = *state().slot;
  strncpy(slot.message, text, sizeof slot.message - 1);
}

void set_failing_point(const HeddlePoint* point) { state().slot->failing_point = point_number(point); }

void end_execution(Outcome outcome) {
  State& s = state();
  s.slot->outcome = outcome;
  bool names_thread = outcome != Outcome::Deadlocked && outcome != Outcome::Finished && outcome != Outcome::Diverged;
  s.slot->failing_thread = names_thread ? s.current : static_cast<std::uint16_t>(wire::kNoThread);
  if (s.detail && names_thread) s.slot->failing_stack = capture_stack();
  leave_execution();
}

void end_with_message(Outcome outcome, const char* message) {
  set_message(message);
  end_execution(outcome);
}

void end_unsupported(const char* function, const char* why) {
  State& s = state();
  char text[512];
  snprintf(text, sizeof text, "%s: %s", function, why);
  if (!s.active) {  // in a constructor before main: there is no execution to end
    strncpy(s.ring->failure, text, sizeof s.ring->failure - 1);
    s.ring->phase = wire::Phase::Failed;
    raw_syscall(231 /* exit_group */, 1);
  }
  set_failing_point(call_point());
  end_with_message(Outcome::Unsupported, text);
}

void end_misuse(const char* what) {
  set_failing_point(call_point());
  end_with_message(Outcome::AssertionFailed, what);
}

void end_misuse(const FailedAttempt& attempt, const char* what) {
  state().failed_attempt = attempt;
  end_misuse(what);
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

void add_exit_call(void (*function)(void*), void* argument) {
  State& s = state();
  constexpr std::uint32_t kRoom = sizeof s.exit_calls / sizeof s.exit_calls[0];
  if (s.exit_call_count == kRoom) end_unsupported("atexit", "more than 1024 functions registered");
  s.exit_calls[s.exit_call_count++] = {function, argument};
}

void run_exit_calls() {
  State& s = state();
  while (s.exit_call_count > 0) {
    ProcessExitCall call = s.exit_calls[--s.exit_call_count];
    call.function(call.argument);
  }
}

// A captured run is one among many, and files that other executions see must not differ for it.
void flush_output() {
  std::uint32_t flags = state().slot->flags;
  if ((flags & wire::kShowOutput) != 0) HEDDLE_REAL(fflush)(nullptr);
  if ((flags & wire::kCaptureOutput) != 0) HEDDLE_REAL(fflush)(stdout);
}

// The end of the process is an event: what other threads can do before it comes, they may still do. Without other
// threads nobody could tell.
enum class Leaks : bool { Ignore, LookFor };  // whoever leaves in a hurry keeps what he has
[[noreturn]] void leave_process(int code, const HeddlePoint* point, Leaks leaks = Leaks::Ignore) {
  if (state().thread_limit > 1) {
    await_turn();
    record(EventKind::Exit, nullptr, static_cast<std::uint64_t>(code), point).detail = g_last_thread_ended;
  }
  if (leaks == Leaks::LookFor) find_leaks();
  set_failing_point(point);
  end_finished(code & 0xff);
}

}  // namespace

extern "C" {

int __cxa_at_quick_exit(void (*function)(), void* library);  // glibc has no header for it

int __cxa_atexit(void (*function)(void*), void* argument, void* library) {
  if (!controlled()) return HEDDLE_REAL(__cxa_atexit)(function, argument, library);
  add_exit_call(function, argument);
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
  run_exit_calls();
  flush_output();
  leave_process(code, point, Leaks::LookFor);
}

void _exit(int code) {
  if (executing()) leave_process(code, call_point());
  for (;;) raw_syscall(231 /* exit_group */, code);
}

void _Exit(int code) { _exit(code); }

// What at_quick_exit of libc's static part calls.
int __cxa_at_quick_exit(void (*function)(), void* library) {
  if (!controlled()) return HEDDLE_REAL(__cxa_at_quick_exit)(function, library);
  State& s = state();
  constexpr std::uint32_t kRoom = sizeof s.quick_exit_calls / sizeof s.quick_exit_calls[0];
  if (s.quick_exit_call_count == kRoom) return -1;
  s.quick_exit_calls[s.quick_exit_call_count++] = function;
  return 0;
}

// No destructors, only what at_quick_exit registered, the latest first.
void quick_exit(int code) {
  if (executing()) {
    State& s = state();
    const HeddlePoint* point = call_point();
    while (s.quick_exit_call_count > 0) s.quick_exit_calls[--s.quick_exit_call_count]();
    leave_process(code, point);
  }
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
