// SPDX-License-Identifier: Apache-2.0
//
// Output that reads no memory of the program, or that libstdc++ makes for a C++ stream: nothing to see, except where a
// stream is locked (stream_lock.h) or its output can be read back.
#include <cstdio>

#include "runtime/libc/interpose.h"
#include "runtime/libc/stream/stream_input.h"

using namespace heddle::runtime;
using namespace heddle::runtime::libc;

namespace heddle::runtime::libc {

void let_go_of_output() {
  if ((state().slot->flags & (wire::kShowOutput | wire::kCaptureOutput)) == 0) return;
  HEDDLE_REAL(fflush)(stdout);
  HEDDLE_REAL(fflush)(stderr);
}

}  // namespace heddle::runtime::libc

#define HEDDLE_PUT_CHARACTER(name)                                                                    \
  HEDDLE_INTERPOSED int name(int character, FILE* stream) {                                           \
    auto real = HEDDLE_REAL(name);                                                                    \
    if (!executing()) return real(character, stream);                                                 \
    const char byte = static_cast<char>(character);                                                   \
    return output_event(                                                                              \
        #name, stream, call_point(), [&] { return View{&byte, 1}; }, [=] { return real(character, stream); }); \
  }
HEDDLE_PUT_CHARACTER(fputc)
HEDDLE_PUT_CHARACTER(putc)
#undef HEDDLE_PUT_CHARACTER

HEDDLE_INTERPOSED std::size_t fwrite(const void* from, std::size_t size, std::size_t count, FILE* stream) {
  auto real = HEDDLE_REAL(fwrite);
  if (!executing()) return real(from, size, count, stream);
  return output_event(
      "fwrite", stream, call_point(), [=] { return View{static_cast<const char*>(from), size * count}; },
      [=] { return real(from, size, count, stream); });
}

// By another name here, because the header defines an inline putchar.
HEDDLE_INTERPOSED int heddle_putchar(int character) __asm__("putchar");
HEDDLE_INTERPOSED int heddle_putchar(int character) { return putc(character, stdout); }

// Without a stream it means all of them; which ones are locked does not matter then. What was in their buffers is in files
// from then on.
HEDDLE_INTERPOSED int fflush(FILE* stream) {
  auto real = HEDDLE_REAL(fflush);
  if (!executing()) return real(stream);
  if (stream == nullptr) {
    await_turn();
    return use_files_now(call_point(), nullptr, [=] { return real(nullptr); });
  }
  return output_event("fflush", stream, call_point(), no_text, [=] { return real(stream); });
}
