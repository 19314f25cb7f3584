// SPDX-License-Identifier: Apache-2.0
//
// Endless loops with events. When a thread reaches the limit of its events and nobody else can run, the program is a
// deterministic machine from there on: if its complete state comes again, it repeats for ever. So the thread goes on
// for a while, past the limit, and its state at every event is compared with an earlier one (Brent's algorithm: the
// earlier one is taken anew after 1, 2, 4, 8 ... events, so that a cycle is found however it is entered).
//
// Threads that run in circles together are found the same way, where a schedule tells to look for it (Policy::Endless):
// they run in turn, one event each, which is as deterministic. Nobody who can run is left out for ever by that. Whether
// another order would lead out of the circle is for the explorer to know, which has seen where all orders lead.
//
// The state: the threads' registers and stacks, all memory that the program can write (program_state.cpp), and what the
// runtime keeps for it. No claim is made if anything was asked since that has more than one possible answer: a choice,
// the clock, the processor's time stamp (which faults meanwhile). Dead stack below the stack pointer does not count.
//
// Everything past the limit is done without a trace: each record overwrites the one before, the threads are described
// as they are at the limit, and the events end there, so that a replay comes to the same end by the same rule. For the
// same reason the comparison runs on a stack of its own: nothing that differs from one event to the next may be left on
// the program's, where it would be taken for state of the program.
#include "runtime/endless_loop.h"

#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "runtime/program_state.h"
#include "runtime/raw_system.h"
#include "runtime/worker.h"

// Saves all registers that a call preserves on the stack of the thread and calls heddle_compare_state(stack pointer) on
// the stack that is otherwise used to leave an execution.
extern "C" __attribute__((visibility("hidden"))) void heddle_compare_on_own_stack(std::uintptr_t own_stack);
asm(R"(
  .text
  .hidden heddle_compare_on_own_stack
  .globl heddle_compare_on_own_stack
  .type heddle_compare_on_own_stack, @function
heddle_compare_on_own_stack:
  push %rbp
  push %rbx
  push %r12
  push %r13
  push %r14
  push %r15
  sub $16, %rsp
  movq $0, (%rsp)
  movq $0, 8(%rsp)
  stmxcsr (%rsp)
  fnstcw 8(%rsp)
  mov %rsp, %rbx
  mov %rdi, %rsp
  mov %rbx, %rdi
  call heddle_compare_state
  mov %rbx, %rsp
  add $16, %rsp
  pop %r15
  pop %r14
  pop %r13
  pop %r12
  pop %rbx
  pop %rbp
  ret
  .size heddle_compare_on_own_stack, . - heddle_compare_on_own_stack
)");

namespace heddle::runtime {
namespace {

// A cycle of up to about a third of so many events is found.
std::uint32_t events_past_limit() {
  constexpr std::uint32_t kLeast = 1000;
  std::uint32_t limit = state().loop_search.max_events_per_thread;
  return limit > kLeast ? limit : kLeast;
}

void set_time_stamp_counter(int setting) { raw_syscall(SYS_prctl, PR_SET_TSC, setting); }

void begin_looking(std::uint16_t thread) {
  State& s = state();
  LoopSearch& search = s.loop_search;
  search = {};
  search.active = search.was_active = true;
  describe_threads(*s.slot);
  search.thread = thread;
  search.max_events_per_thread = s.max_events_per_thread;
  search.step = s.step;
  search.enabled_used = s.slot->enabled_used;
  search.payload_used = s.slot->payload_used;
  search.random = s.random;
  search.detail = s.detail;
  if (s.detail) search.stack = s.threads[thread].stack;
  s.detail = false;
  set_time_stamp_counter(PR_TSC_SIGSEGV);
}

void stop_looking() {
  State& s = state();
  LoopSearch& search = s.loop_search;
  set_time_stamp_counter(PR_TSC_ENABLE);
  drop_program_state();
  s.step = search.step;
  s.slot->enabled_used = search.enabled_used;
  s.slot->payload_used = search.payload_used;
  s.detail = search.detail;
  s.max_events_per_thread = search.max_events_per_thread;
  search.active = false;
}

// What the thread has done since the latest decision: may the answer it got be another one next time?
bool has_open_answer(const wire::EventRecord& event) {
  return event.kind == EventKind::Clock || (event.flags & wire::kEventChoice) != 0;
}

void take_back_events() {
  State& s = state();
  LoopSearch& search = s.loop_search;
  for (std::uint32_t step = search.step; step < s.step; ++step) {
    const wire::EventRecord& event = s.events[step];
    if (has_open_answer(event)) search.open_answer = true;
    search.ran[event.thread / 64] |= std::uint64_t{1} << (event.thread % 64);
  }
  search.events += s.step - search.step;
  s.step = search.step;
  s.slot->enabled_used = search.enabled_used;
  s.slot->payload_used = search.payload_used;
  s.random = search.random;
}

// "1, 2, 5", as far as there is room.
void list_threads(const std::uint64_t* set, char* text, std::size_t size) {
  std::size_t used = 0;
  text[0] = 0;
  for (std::uint32_t thread = 0; thread < state().thread_limit && used < size; ++thread) {
    if ((set[thread / 64] >> (thread % 64) & 1) == 0) continue;
    used += static_cast<std::size_t>(snprintf(text + used, size - used, "%s%u", used == 0 ? "" : ", ", thread));
  }
}

[[noreturn]] void end_looping() {
  const LoopSearch search = state().loop_search;
  stop_looking();
  char text[512], threads[256];
  int used = snprintf(text, sizeof text, "the state of the program repeats after %u event%s", search.period,
                      search.period == 1 ? "" : "s");
  list_threads(search.ran, threads, sizeof threads);
  if (search.for_circle) {
    const char* plural = strchr(threads, ',') == nullptr ? "" : "s";
    snprintf(text + used, sizeof text - static_cast<std::size_t>(used), " of thread%s %s", plural, threads);
  }
  end_with_message(Outcome::Looping, text);
}

}  // namespace

bool goes_on_past_limit(const Thread& thread, bool is_alone) {
  State& s = state();
  LoopSearch& search = s.loop_search;
  if (!search.active) {
    if (!is_alone || s.turn_from_schedule || s.tracking) return false;
    begin_looking(thread.number);
  }
  if (s.step - search.step >= wire::kRecordsPastLimit) return false;
  if (!search.for_circle) {
    if (!is_alone || thread.number != search.thread) return false;
    if (s.current != thread.number) return true;  // its own stack is looked at from its next event on
  }
  heddle_compare_on_own_stack(kEscapeStackTop - 64);
  if (search.period != 0) end_looping();
  return !search.gave_up;
}

void look_for_circle() {
  State& s = state();
  if (s.loop_search.active || s.tracking || s.fair_used++ < s.slot->expected_events) return;
  begin_looking(s.current);
  s.loop_search.for_circle = true;
  s.max_events_per_thread = 0;
}

void forget_what_followed_limit() {
  State& s = state();
  LoopSearch& search = s.loop_search;
  if (!search.was_active) return;
  wire::Slot& slot = *s.slot;
  s.current = slot.failing_thread = search.thread;
  slot.failing_stack = search.stack;
  if (!search.active) return;  // the state has come again
  stop_looking();
  s.turn_left = 0;
  slot.outcome = Outcome::EventLimit;
  slot.fault = Fault::None;
  slot.exit_code = slot.signal = 0;
  slot.failing_line = slot.leak_count = 0;
  slot.failing_point = wire::kNoPoint;
  slot.message[0] = slot.failing_file[0] = 0;
}

}  // namespace heddle::runtime

using namespace heddle::runtime;

// Has the state of the program come again? By Brent's algorithm.
extern "C" __attribute__((visibility("hidden"), used)) void heddle_compare_state(std::uintptr_t stack_pointer) {
  LoopSearch& search = state().loop_search;
  take_back_events();
  std::uint32_t since = search.events - search.saved_at;
  if (search.power != 0 && since > 0 && !search.open_answer && program_state_came_again(stack_pointer)) {
    search.period = since;
    return;
  }
  search.gave_up = search.events >= events_past_limit();
  if (search.gave_up || since < search.power) return;
  search.power = search.power == 0 ? 1 : 2 * search.power;
  search.saved_at = search.events;
  search.open_answer = false;
  memset(search.ran, 0, sizeof search.ran);
  search.gave_up = !save_program_state(stack_pointer);
}
