// SPDX-License-Identifier: Apache-2.0
//
// The signal mask that a jump brings back. A thread's mask is kept here (handlers.cpp), libc would save and restore that of
// the kernel: so the thread's own goes into the buffer, behind the few bytes that the kernel uses, and is the thread's mask
// again after the jump. The buffer needs no event: only its own thread may use it, and only while the function that filled
// it runs, of which all pasts are kept apart.
#include <setjmp.h>

#include "runtime/libc/handlers.h"
#include "runtime/libc/interpose.h"
#include "runtime/runtime.h"

using namespace heddle::runtime;

static_assert(sizeof(__sigset_t) >= 2 * sizeof(std::uint64_t));

// Returns the real function.
extern "C" __attribute__((visibility("hidden"), used)) void* heddle_keep_mask(__jmp_buf_tag* place, int keeps_mask,
                                                                              const char* function) {
  if (executing() && keeps_mask != 0) place->__saved_mask.__val[1] = current_thread().blocked;
  return real_function(function);
}

// They return twice, into the caller's frame: a jump with all registers and the stack as they came, in assembly.
// clang-format off
#define HEDDLE_SAVE(function, flag)                                                                             \
  asm(".pushsection .rodata.str1.1,\"aMS\",@progbits,1\n"                                                       \
      "1: .asciz \"" #function "\"\n"                                                                           \
      ".popsection\n"                                                                                           \
      ".pushsection .text." #function ",\"ax\",@progbits\n"                                                     \
      ".weak " #function "\n.type " #function ", @function\n"                                                   \
      #function ":\n"                                                                                           \
      ".cfi_startproc\n"                                                                                        \
      "push %rdi\n.cfi_adjust_cfa_offset 8\n"                                                                   \
      "push %rsi\n.cfi_adjust_cfa_offset 8\n"                                                                   \
      "sub $8, %rsp\n.cfi_adjust_cfa_offset 8\n"                                                                \
      flag                                                                                                       \
      "lea 1b(%rip), %rdx\n"                                                                                    \
      "call heddle_keep_mask\n"                                                                                 \
      "add $8, %rsp\n.cfi_adjust_cfa_offset -8\n"                                                               \
      "pop %rsi\n.cfi_adjust_cfa_offset -8\n"                                                                   \
      "pop %rdi\n.cfi_adjust_cfa_offset -8\n"                                                                   \
      "jmp *%rax\n"                                                                                             \
      ".cfi_endproc\n"                                                                                          \
      ".size " #function ", . - " #function "\n"                                                                \
      ".popsection\n");
HEDDLE_SAVE(__sigsetjmp, "")
HEDDLE_SAVE(setjmp, "mov $1, %esi\n")  // the function; what <setjmp.h> makes of it is _setjmp, which keeps no mask
// clang-format on

#define HEDDLE_JUMP(name)                                                                            \
  HEDDLE_INTERPOSED __attribute__((noreturn)) void name(__jmp_buf_tag* place, int value) noexcept {               \
    auto real = reinterpret_cast<void (*)(__jmp_buf_tag*, int)>(real_function(#name));               \
    if (executing() && place->__mask_was_saved != 0) block_signals(place->__saved_mask.__val[1]);    \
    real(place, value);                                                                              \
    __builtin_unreachable();                                                                         \
  }
HEDDLE_JUMP(longjmp)
HEDDLE_JUMP(_longjmp)
HEDDLE_JUMP(siglongjmp)
HEDDLE_JUMP(__longjmp_chk)
#undef HEDDLE_JUMP
