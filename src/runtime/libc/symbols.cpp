// SPDX-License-Identifier: Apache-2.0
//
// Functions by their names and addresses: dlsym, dlvsym, backtrace.
#include <dlfcn.h>
#include <execinfo.h>

#include <initializer_list>

#include "runtime/libc/interpose.h"
#include "runtime/libc/ranges.h"

using namespace heddle::runtime;
using namespace heddle::runtime::libc;

// What is not found stands in the thread's next dlerror(): the names are part of its state.
extern "C" __attribute__((visibility("hidden"), used)) void heddle_read_symbol(const char* name, const char* version) {
  if (!executing()) return;
  const HeddlePoint* point = call_point();
  for (const char* text : {name, version}) {
    if (text == nullptr) continue;
    Scratch scratch;
    const View kept = read_string(text, kNoLimit, scratch, point);
    feed_hidden_text(kept.bytes, kept.size);
  }
}

// What they find may depend on who asks (RTLD_NEXT, RTLD_DEFAULT), and ld.so takes that from the return address. So the
// names are read, and then the call goes on as if nothing had happened. Nobody has a turn in between.
#define HEDDLE_SYMBOL_CALL(name, version)          \
  asm(".pushsection .text\n"                       \
      ".weak __heddle_libc_" #name "\n"            \
      ".type __heddle_libc_" #name ", @function\n" \
      "__heddle_libc_" #name ":\n"                 \
      ".cfi_startproc\n"                           \
      "push %rdi\n.cfi_adjust_cfa_offset 8\n"     \
      "push %rsi\n.cfi_adjust_cfa_offset 8\n"     \
      "push %rdx\n.cfi_adjust_cfa_offset 8\n"     \
      "mov %rsi, %rdi\n" version                   \
      "call heddle_read_symbol\n"                  \
      "pop %rdx\n.cfi_adjust_cfa_offset -8\n"     \
      "pop %rsi\n.cfi_adjust_cfa_offset -8\n"     \
      "pop %rdi\n.cfi_adjust_cfa_offset -8\n"     \
      "jmp *" #name "@GOTPCREL(%rip)\n"            \
      ".cfi_endproc\n"                             \
      ".size __heddle_libc_" #name ", . - __heddle_libc_" #name "\n" \
      ".popsection\n")
HEDDLE_SYMBOL_CALL(dlsym, "xor %esi, %esi\n");
HEDDLE_SYMBOL_CALL(dlvsym, "mov %rdx, %rsi\n");
#undef HEDDLE_SYMBOL_CALL

// Without this frame, which is the first.
HEDDLE_INTERPOSED int backtrace(void** to, int room) {
  if (!executing() || room <= 0) return HEDDLE_REAL(backtrace)(to, room);
  Scratch scratch;
  auto** found = reinterpret_cast<void**>(scratch.take((static_cast<std::size_t>(room) + 1) * sizeof(void*)));
  int count = HEDDLE_REAL(backtrace)(found, room + 1) - 1;
  if (count <= 0) return 0;
  write_bytes(to, found + 1, static_cast<std::size_t>(count) * sizeof(void*), call_point());
  return count;
}
