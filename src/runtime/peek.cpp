// SPDX-License-Identifier: Apache-2.0
#include "runtime/peek.h"

#include <errno.h>
#include <string.h>

#include "runtime/fiber.h"
#include "runtime/float_state.h"

extern "C" {
// Like setjmp and longjmp, which would hide the stack pointer. Registers: what a called function has to keep, the stack
// pointer and the place to come back to, the control words of floating-point arithmetic.
int heddle_mark_place(std::uint64_t* registers) __attribute__((returns_twice));
[[noreturn]] void heddle_return_to_place(const std::uint64_t* registers);
[[noreturn]] void heddle_take_back();
extern char __executable_start[] __attribute__((weak));
extern char etext[] __attribute__((weak));
}
asm(R"(
  .text
  .type heddle_mark_place, @function
heddle_mark_place:
  movq %rbx, 0(%rdi)
  movq %rbp, 8(%rdi)
  movq %r12, 16(%rdi)
  movq %r13, 24(%rdi)
  movq %r14, 32(%rdi)
  movq %r15, 40(%rdi)
  leaq 8(%rsp), %rax
  movq %rax, 48(%rdi)
  movq (%rsp), %rax
  movq %rax, 56(%rdi)
  stmxcsr 64(%rdi)
  fnstcw 68(%rdi)
  xorl %eax, %eax
  ret
  .size heddle_mark_place, . - heddle_mark_place
  .type heddle_return_to_place, @function
heddle_return_to_place:
  movq 0(%rdi), %rbx
  movq 8(%rdi), %rbp
  movq 16(%rdi), %r12
  movq 24(%rdi), %r13
  movq 32(%rdi), %r14
  movq 40(%rdi), %r15
  fldcw 68(%rdi)
  ldmxcsr 64(%rdi)
  cld
  movq 48(%rdi), %rsp
  movl $1, %eax
  jmp *56(%rdi)
  .size heddle_return_to_place, . - heddle_return_to_place
)");

namespace heddle::runtime {
namespace {

constexpr std::size_t kStackPointer = 6;  // among the registers

// Stands for the point of the latest call into code that is not instrumented: who calls any puts another one there.
const HeddlePoint kNothingCalled = {"", "", "", 0, 0, 0, 0};

void find_next_request() {
  Peeks& peeks = state().peeks;
  while (peeks.request < peeks.requests_end && peeks.request->spoiled != 0) {
    peeks.next += peeks.request->count;
    ++peeks.request;
  }
  const bool is_left = peeks.request < peeks.requests_end;
  state().peek_at = is_left ? peeks.request->event : ~0u;
  if (is_left) peeks.end = peeks.next + peeks.request->count;
}

void skip_request() {
  Peeks& peeks = state().peeks;
  peeks.next = peeks.end;
  ++peeks.request;
  find_next_request();
}

// Of the thread at this point: what it has on its stack, exceptions it handles (that state is the library's), a library
// that called it and would go on.
bool can_be_taken_back() {
  State& s = state();
  Thread& thread = current_thread();
  auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  if (stack_top(thread.number) - here > kMostPeekStack - 1024) return false;
  if (here > thread.called_back_below) thread.called_back_below = 0;
  const bool is_followed = s.watched || s.loop_search.active || s.tracking;
  return thread.called_back_below == 0 && !is_followed && !has_exceptions();
}

void keep_state() {
  State& s = state();
  Peeks& peeks = s.peeks;
  const Thread& thread = current_thread();
  peeks.stack_used = stack_top(thread.number) - peeks.registers[kStackPointer];
  memcpy(peeks.stack, reinterpret_cast<const void*>(peeks.registers[kStackPointer]), peeks.stack_used);
  peeks.call_point = __heddle_call_point;
  peeks.callee = __heddle_callee;
  peeks.returned = __heddle_returned;
  peeks.context = __heddle_context;
  peeks.error_number = errno;
  peeks.x87_flags = x87_flags();
  peeks.local = thread.local;
}

void put_state_back() {
  Peeks& peeks = state().peeks;
  __heddle_call_point = peeks.call_point;
  __heddle_callee = peeks.callee;
  __heddle_returned = peeks.returned;
  __heddle_context = peeks.context;
  errno = peeks.error_number;
  set_x87_flags(peeks.x87_flags);
  peeks.local.is_individual |= current_thread().local.is_individual;  // with any result: the explorer must know
  current_thread().local = peeks.local;
}

// The registers are in no use any more, and the stack is about to be: go on elsewhere.
[[noreturn]] void take_back() {
  asm volatile("movq %0, %%rsp\n\tjmp heddle_take_back" ::"r"(kEscapeStackTop - 8) : "memory");
  __builtin_unreachable();
}

bool has_called_nothing() { return __heddle_call_point == &kNothingCalled; }

}  // namespace

void begin_peek_requests() {
  State& s = state();
  Peeks& peeks = s.peeks;
  set_peeking(false);
  peeks.spoiled = false;
  s.peek_at = ~0u;
  const std::uint32_t count = s.slot->peek_requests;
  if (s.fingerprints == nullptr || count == 0 || count > wire::kMostPeekRequests) return;
  char* base = reinterpret_cast<char*>(s.slot);
  peeks.request = reinterpret_cast<wire::PeekRequest*>(base + s.layout.peek_requests);
  peeks.requests_end = peeks.request + count;
  peeks.next = reinterpret_cast<wire::PeekRecord*>(base + s.layout.peeks);
  find_next_request();
}

// Everything that changes from one return to the next is in State: the stack is put back each time, this frame with it.
__attribute__((noinline)) std::uint64_t peek(std::uint64_t value) {
  State& s = state();
  Peeks& peeks = s.peeks;
  const std::uint32_t event = s.step - 1;
  while (s.peek_at < event) skip_request();  // of events that were no loads
  if (s.peek_at != event) return value;
  if (!can_be_taken_back()) {
    skip_request();
    return value;
  }
  if (heddle_mark_place(peeks.registers) == 0) keep_state();
  set_peeking(peeks.next < peeks.end);
  if (!s.peeking) {
    s.events[event].value = value;
    skip_request();
    return value;
  }
  __heddle_call_point = &kNothingCalled;
  return s.events[event].value = peeks.next->value;
}

void tell_fingerprint() {
  if (!has_called_nothing()) spoil_peek();
  take_fingerprint();
  state().peeks.next->fingerprint = current_thread().local.pending;
  take_back();
}

void tell_nothing() {
  if (!has_called_nothing()) spoil_peek();
  take_back();
}

void spoil_peek() { leave_execution(); }

// A thread's start routine is called by us; what is called by one that stands in a library is called by that.
void note_call_from_library(const void* frame) {
  Thread& thread = current_thread();
  auto entry = reinterpret_cast<std::uintptr_t>(thread.entry);
  const bool is_in_program = thread.number == 0 || (entry >= reinterpret_cast<std::uintptr_t>(__executable_start) &&
                                                    entry < reinterpret_cast<std::uintptr_t>(etext));
  const bool is_ours = thread.is_starting && is_in_program;
  thread.is_starting = false;
  auto at = reinterpret_cast<std::uintptr_t>(frame);
  if (!is_ours && at > thread.called_back_below) thread.called_back_below = at;
}

}  // namespace heddle::runtime

using namespace heddle::runtime;

extern "C" void __heddle_stray_write() { tell_nothing(); }

extern "C" void heddle_take_back() {
  Peeks& peeks = state().peeks;
  memcpy(reinterpret_cast<void*>(peeks.registers[kStackPointer]), peeks.stack, peeks.stack_used);
  put_state_back();
  ++peeks.next;
  heddle_return_to_place(peeks.registers);
}
