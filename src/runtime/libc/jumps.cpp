// SPDX-License-Identifier: Apache-2.0
//
// The signal mask that a jump brings back. A thread's mask is kept here (handlers.cpp), libc would save and restore that of
// the kernel: so the thread's own goes into the buffer, behind the few bytes that the kernel uses, and is the thread's mask
// again after the jump. Who has filled the buffer stands behind that: to fill it is a write and to jump a read, events like
// others if the buffer is not the thread's own. What else is in it needs none: only the thread that filled it may jump, and
// only while the function that did so runs, of which all pasts are kept apart.
#include <setjmp.h>

#include "runtime/libc/handlers.h"
#include "runtime/libc/interpose.h"
#include "runtime/libc/ranges.h"
#include "runtime/runtime.h"

using namespace heddle::runtime;

static_assert(sizeof(__sigset_t) >= 3 * sizeof(std::uint64_t));

namespace {

unsigned long& filler_of(__jmp_buf_tag* place) { return place->__saved_mask.__val[2]; }

void fill(__jmp_buf_tag* place) {
  const HeddlePoint* point = call_point();
  unsigned long& filler = filler_of(place);
  const bool is_visible = begin_range(&filler, sizeof filler, Touch::Writes, point);
  filler = current_thread().number + 1u;
  if (!is_visible) return;
  note_individual();
  record_range(heddle::EventKind::WriteRange, &filler, sizeof filler, point);
}

void leave_from(__jmp_buf_tag* place, const char* function) {
  const bool is_kept = place->__mask_was_saved != 0 || __builtin_strcmp(function, "siglongjmp") != 0;
  const unsigned long filler = is_kept ? libc::read_value(&filler_of(place), call_point()) : 0;
  const bool is_others = filler - 1 < kMaxThreads && filler - 1 != current_thread().number;
  if (is_others) end_unsupported(function, "jumps to where another thread was");
  if (place->__mask_was_saved != 0) block_signals(place->__saved_mask.__val[1]);
}

enum Save : int { kSigsetjmp, kSetjmpWithout, kSetjmp };

// Where a thread can be cancelled, and where one begins (thread_call.c), a smaller buffer is filled that has no room for
// more: by __sigsetjmp, without the mask.
bool has_room(int keeps_mask, Save save) { return keeps_mask != 0 || save != kSigsetjmp; }

void* real_save(Save save) {
  switch (save) {
    case kSigsetjmp: return reinterpret_cast<void*>(HEDDLE_REAL(__sigsetjmp));
    case kSetjmpWithout: return reinterpret_cast<void*>(HEDDLE_REAL(_setjmp));
    case kSetjmp: return reinterpret_cast<void*>(HEDDLE_REAL(setjmp));
  }
  __builtin_unreachable();
}

}  // namespace

// Returns the real function.
extern "C" __attribute__((visibility("hidden"), used)) void* heddle_keep_mask(__jmp_buf_tag* place, int keeps_mask,
                                                                              Save save) {
  if (executing() && has_room(keeps_mask, save)) fill(place);
  if (executing() && keeps_mask != 0) place->__saved_mask.__val[1] = current_thread().blocked;
  return real_save(save);
}

// They return twice, into the caller's frame: a jump with all registers and the stack as they came, in assembly. The
// second word is a Save.
// clang-format off
#define HEDDLE_SAVE(function, save, flag)                                                                       \
  asm(".pushsection .text." #function ",\"ax\",@progbits\n"                                                     \
      ".weak " #function "\n.type " #function ", @function\n"                                                   \
      #function ":\n"                                                                                           \
      ".cfi_startproc\n"                                                                                        \
      "push %rdi\n.cfi_adjust_cfa_offset 8\n"                                                                   \
      "push %rsi\n.cfi_adjust_cfa_offset 8\n"                                                                   \
      "sub $8, %rsp\n.cfi_adjust_cfa_offset 8\n"                                                                \
      flag                                                                                                       \
      "mov $" #save ", %edx\n"                                                                                  \
      "call heddle_keep_mask\n"                                                                                 \
      "add $8, %rsp\n.cfi_adjust_cfa_offset -8\n"                                                               \
      "pop %rsi\n.cfi_adjust_cfa_offset -8\n"                                                                   \
      "pop %rdi\n.cfi_adjust_cfa_offset -8\n"                                                                   \
      "jmp *%rax\n"                                                                                             \
      ".cfi_endproc\n"                                                                                          \
      ".size " #function ", . - " #function "\n"                                                                \
      ".popsection\n");
HEDDLE_SAVE(__sigsetjmp, 0, "")
HEDDLE_SAVE(_setjmp, 1, "xor %esi, %esi\n")
HEDDLE_SAVE(setjmp, 2, "mov $1, %esi\n")  // the function; what <setjmp.h> makes of it is _setjmp, which keeps no mask
// clang-format on

#define HEDDLE_JUMP(name)                                                                            \
  HEDDLE_INTERPOSED __attribute__((noreturn)) void name(__jmp_buf_tag* place, int value) noexcept {               \
    auto real = reinterpret_cast<void (*)(__jmp_buf_tag*, int)>(real_function(#name));               \
    if (executing()) leave_from(place, #name);                                                       \
    real(place, value);                                                                              \
    __builtin_unreachable();                                                                         \
  }
HEDDLE_JUMP(longjmp)
HEDDLE_JUMP(_longjmp)
HEDDLE_JUMP(siglongjmp)
HEDDLE_JUMP(__longjmp_chk)
#undef HEDDLE_JUMP
