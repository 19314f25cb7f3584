// SPDX-License-Identifier: Apache-2.0
//
// One small stub per function of wire/refused_calls.h. A stub asks heddle_leave_control() and then jumps to the real function
// with all registers as they came. A jump, not a call, and in assembly, not in C++: it forwards any signature, variadic
// ones (execl) too, and vfork, which must not return through a frame of ours.
#include "wire/refused_calls.h"

#include "runtime/runtime.h"

using namespace heddle::runtime;

// Returns the real function; does not return if it must not be called.
extern "C" __attribute__((visibility("hidden"), used)) void* heddle_leave_control(const char* function,
                                                                                  const char* reason) {
  if (executing()) end_unsupported(function, reason);
  return real_function(function);
}

// clang-format off
#define HEDDLE_PUSH(register) "push %" register "\n.cfi_adjust_cfa_offset 8\n"
#define HEDDLE_POP(register) "pop %" register "\n.cfi_adjust_cfa_offset -8\n"
#define HEDDLE_STUB(function, reason)                                                                           \
  asm(".pushsection .rodata.str1.1,\"aMS\",@progbits,1\n"                                                       \
      "1: .asciz \"" #function "\"\n"                                                                           \
      "2: .asciz \"" reason "\"\n"                                                                              \
      ".popsection\n"                                                                                           \
      ".pushsection .text." #function ",\"ax\",@progbits\n"                                                     \
      ".weak " #function "\n.type " #function ", @function\n"                                                   \
      #function ":\n"                                                                                           \
      ".cfi_startproc\n"                                                                                        \
      HEDDLE_PUSH("rdi") HEDDLE_PUSH("rsi") HEDDLE_PUSH("rdx") HEDDLE_PUSH("rcx")                               \
      HEDDLE_PUSH("r8") HEDDLE_PUSH("r9") HEDDLE_PUSH("rax")                                                    \
      "lea 1b(%rip), %rdi\n"                                                                                    \
      "lea 2b(%rip), %rsi\n"                                                                                    \
      "call heddle_leave_control\n"                                                                             \
      "mov %rax, %r11\n"                                                                                        \
      HEDDLE_POP("rax") HEDDLE_POP("r9") HEDDLE_POP("r8") HEDDLE_POP("rcx")                                     \
      HEDDLE_POP("rdx") HEDDLE_POP("rsi") HEDDLE_POP("rdi")                                                     \
      "jmp *%r11\n"                                                                                             \
      ".cfi_endproc\n"                                                                                          \
      ".size " #function ", . - " #function "\n"                                                                \
      ".popsection\n");
HEDDLE_REFUSED_CALLS(HEDDLE_STUB)
// clang-format on
