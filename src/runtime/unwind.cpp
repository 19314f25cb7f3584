// SPDX-License-Identifier: Apache-2.0
//
// Call stacks, for the one run that is shown to the user. libgcc's unwinder walks through libraries without frame
// pointers and through signal frames; it is far too slow for every event of every run.
//
// It runs on the stack of the thread, and what it leaves below is what the program finds in variables that it never set
// and copies with the rest of an object. A run with call stacks would differ there from one without: so the bytes below are
// put back.
#include <unwind.h>

#include "runtime/runtime.h"

// Keeps what is below its caller's frame, calls heddle_walk_stack and puts it back.
asm(R"(
  .text
  .hidden heddle_capture_stack
  .globl heddle_capture_stack
  .type heddle_capture_stack, @function
heddle_capture_stack:
  .cfi_startproc
  movabs $0x250000000000, %rdi
  lea -16384(%rsp), %rsi
  mov $2048, %ecx
  rep movsq
  sub $8, %rsp
  .cfi_adjust_cfa_offset 8
  call heddle_walk_stack
  add $8, %rsp
  .cfi_adjust_cfa_offset -8
  movabs $0x250000000000, %rsi
  lea -16384(%rsp), %rdi
  mov $2048, %ecx
  rep movsq
  ret
  .cfi_endproc
  .size heddle_capture_stack, . - heddle_capture_stack
)");

namespace heddle::runtime {
namespace {

// The end of the signal stack that is reached last keeps them.
static_assert(kSignalStack == 0x250000000000 && kUnwinderStack == 16384, "as the code above says");
static_assert(sizeof(wire::StackRecord) == 8, "comes back in a register");

constexpr std::uint32_t kMaxFrames = 64;

struct Walk {
  std::uint32_t count = 0;
};

_Unwind_Reason_Code visit_frame(_Unwind_Context* context, void* argument) {
  State& s = state();
  auto* walk = static_cast<Walk*>(argument);
  if (walk->count == kMaxFrames || s.slot->pc_count == s.ring->pc_capacity) return _URC_END_OF_STACK;
  int before_instruction = 0;
  std::uint64_t pc = _Unwind_GetIPInfo(context, &before_instruction);
  // Return addresses point behind the call; one byte less lies on its line.
  s.pcs[s.slot->pc_count++] = before_instruction != 0 ? pc : pc - 1;
  ++walk->count;
  return _URC_NO_REASON;
}

}  // namespace

void warm_up_unwinder() {
  auto ignore = [](_Unwind_Context*, void*) { return _URC_NO_REASON; };
  _Unwind_Backtrace(ignore, nullptr);
}

wire::StackRecord capture_after_wild_jump(std::uint64_t stack_pointer, std::uint64_t frame_pointer) {
  State& s = state();
  const Thread& thread = current_thread();
  std::uint32_t first = s.slot->pc_count;
  auto on_stack = [&thread](std::uint64_t address) {
    return address % 8 == 0 && address >= thread.stack_low && address <= stack_top(thread.number) - 16;
  };
  auto add = [&s](std::uint64_t return_address) {
    if (s.slot->pc_count < s.ring->pc_capacity) s.pcs[s.slot->pc_count++] = return_address - 1;
  };
  if (on_stack(stack_pointer)) add(*reinterpret_cast<std::uint64_t*>(stack_pointer));
  for (std::uint32_t depth = 0; depth < kMaxFrames && on_stack(frame_pointer); ++depth) {
    auto* frame = reinterpret_cast<std::uint64_t*>(frame_pointer);
    if (frame[1] == 0 || frame[0] <= frame_pointer) break;
    add(frame[1]);
    frame_pointer = frame[0];
  }
  return {first, s.slot->pc_count - first};
}

}  // namespace heddle::runtime

extern "C" __attribute__((visibility("hidden"))) heddle::wire::StackRecord heddle_walk_stack() {
  using namespace heddle::runtime;
  State& s = state();
  std::uint32_t first = s.slot->pc_count;
  bool was_active = s.active;
  s.active = false;  // whatever the unwinder locks or allocates is none of the program's events
  s.capturing = true;
  Walk walk;
  _Unwind_Backtrace(visit_frame, &walk);
  s.capturing = false;
  s.active = was_active;
  return {first, walk.count};
}
