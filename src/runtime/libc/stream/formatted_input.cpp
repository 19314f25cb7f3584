// SPDX-License-Identifier: Apache-2.0
//
// The scanf family. Headers of libc rename it, depending on the standard: __isoc99_sscanf is what sscanf usually
// compiles to. libc converts, into private memory (scan_format.h).
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "runtime/libc/stream/scan_format.h"
#include "runtime/libc/stream/stream_input.h"

// The functions by the names that the program called, whatever the header makes of them here.
extern "C" {
int heddle_gnu_vfscanf(FILE* stream, const char* format, va_list arguments) __asm__("vfscanf");
int heddle_gnu_vsscanf(const char* text, const char* format, va_list arguments) __asm__("vsscanf");
int heddle_c99_vfscanf(FILE* stream, const char* format, va_list arguments) __asm__("__isoc99_vfscanf");
int heddle_c99_vsscanf(const char* text, const char* format, va_list arguments) __asm__("__isoc99_vsscanf");
}

namespace heddle::runtime::libc {
namespace {

// A token that is longer would have overrun any buffer of the program's.
constexpr std::size_t kLongestToken = std::size_t{1} << 20;

int scan_string_really(Dialect dialect, const char* text, const char* format, va_list arguments) {
  return dialect == Dialect::C99 ? heddle_c99_vsscanf(text, format, arguments)
                                 : heddle_gnu_vsscanf(text, format, arguments);
}

int scan_stream_really(Dialect dialect, FILE* stream, const char* format, va_list arguments) {
  return dialect == Dialect::C99 ? heddle_c99_vfscanf(stream, format, arguments)
                                 : heddle_gnu_vfscanf(stream, format, arguments);
}

// The text counts as read completely: libc looks for its end before it converts.
int scan_string(Dialect dialect, const char* text, const char* format, va_list arguments) {
  if (!executing()) return scan_string_really(dialect, text, format, arguments);
  const HeddlePoint* point = call_point();
  Scratch scratch;
  View input = read_string(text, kNoLimit, scratch, point);
  PrivateDestinations kept(format, arguments, dialect, input.size, scratch, point);
  int result = kept.apply([=](const char* private_format, va_list& list) {
    return scan_string_really(dialect, input.bytes, private_format, list);
  });
  kept.deliver(/*ended=*/true, point);
  return result;
}

int scan_stream(Dialect dialect, FILE* stream, const char* format, va_list arguments) {
  if (!executing()) return scan_stream_really(dialect, stream, format, arguments);
  const HeddlePoint* point = call_point();
  Scratch scratch;
  PrivateDestinations kept(format, arguments, dialect, kLongestToken, scratch, point);
  bool ended = false;
  int result = stream_event(stream, point, [&] {
    require_known_input("scanf", stream);
    int assigned = kept.apply([=](const char* private_format, va_list& list) {
      return scan_stream_really(dialect, stream, private_format, list);
    });
    ended = feof_unlocked(stream) != 0;
    return assigned;
  });
  kept.deliver(ended, point);
  return result;
}

}  // namespace
}  // namespace heddle::runtime::libc

using namespace heddle::runtime::libc;

// Six functions for each of the two names that they can have.
#define HEDDLE_SCANF(prefix, dialect)                                                            \
  int __heddle_libc_##prefix##vsscanf(const char* text, const char* format, va_list arguments) { \
    return scan_string(dialect, text, format, arguments);                                        \
  }                                                                                              \
  int __heddle_libc_##prefix##vfscanf(FILE* stream, const char* format, va_list arguments) {     \
    return scan_stream(dialect, stream, format, arguments);                                      \
  }                                                                                              \
  int __heddle_libc_##prefix##vscanf(const char* format, va_list arguments) {                    \
    return scan_stream(dialect, standard_stream(&stdin), format, arguments);                     \
  }                                                                                              \
  int __heddle_libc_##prefix##sscanf(const char* text, const char* format, ...) {                \
    va_list arguments;                                                                           \
    va_start(arguments, format);                                                                 \
    int result = scan_string(dialect, text, format, arguments);                                  \
    va_end(arguments);                                                                           \
    return result;                                                                               \
  }                                                                                              \
  int __heddle_libc_##prefix##fscanf(FILE* stream, const char* format, ...) {                    \
    va_list arguments;                                                                           \
    va_start(arguments, format);                                                                 \
    int result = scan_stream(dialect, stream, format, arguments);                                \
    va_end(arguments);                                                                           \
    return result;                                                                               \
  }                                                                                              \
  int __heddle_libc_##prefix##scanf(const char* format, ...) {                                   \
    va_list arguments;                                                                           \
    va_start(arguments, format);                                                                 \
    int result = scan_stream(dialect, standard_stream(&stdin), format, arguments);               \
    va_end(arguments);                                                                           \
    return result;                                                                               \
  }

extern "C" {
HEDDLE_SCANF(, Dialect::Gnu)
HEDDLE_SCANF(__isoc99_, Dialect::C99)
}
