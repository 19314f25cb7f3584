// SPDX-License-Identifier: Apache-2.0
//
// Output that reads no memory of the program, or that libstdc++ makes for a C++ stream: nothing to see, except where a
// stream is locked (stream_lock.h) or its output can be read back.
#include <cstdio>

#include "runtime/libc/interpose.h"
#include "runtime/libc/stream/stream_input.h"

using namespace heddle::runtime;
using namespace heddle::runtime::libc;

#define HEDDLE_OUTPUT(type, name, target, parameters, ...)                                \
  HEDDLE_INTERPOSED type name parameters {                                                \
    auto real = HEDDLE_REAL(name);                                                        \
    if (!executing()) return real(__VA_ARGS__);                                           \
    return output_event(#name, target, call_point(), [=] { return real(__VA_ARGS__); });         \
  }
HEDDLE_OUTPUT(int, fputc, stream, (int character, FILE* stream), character, stream)
HEDDLE_OUTPUT(int, putc, stream, (int character, FILE* stream), character, stream)
HEDDLE_OUTPUT(std::size_t, fwrite, stream, (const void* from, std::size_t size, std::size_t count, FILE* stream), from,
              size, count, stream)
#undef HEDDLE_OUTPUT

// By another name here, because the header defines an inline putchar.
HEDDLE_INTERPOSED int heddle_putchar(int character) __asm__("putchar");
HEDDLE_INTERPOSED int heddle_putchar(int character) { return putc(character, stdout); }

// Without a stream it means all of them; which ones are locked does not matter then.
HEDDLE_INTERPOSED int fflush(FILE* stream) {
  auto real = HEDDLE_REAL(fflush);
  if (!executing() || stream == nullptr) return real(stream);
  return output_event("fflush", stream, call_point(), [=] { return real(stream); });
}
