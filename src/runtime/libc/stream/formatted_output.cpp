// SPDX-License-Identifier: Apache-2.0
//
// The printf family. Strings are read with events (format.h); text for a buffer of the program is formatted privately
// and written there as one range; text for a stream goes to libc, whose streams are no memory of the program. dprintf
// is interposed, not redirected: many programs have a function of that name, to print what helps to debug them.
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#include "runtime/libc/interpose.h"
#include "runtime/libc/stream/format.h"
#include "runtime/libc/stream/input_output.h"
#include "runtime/libc/stream/stream_input.h"

namespace heddle::runtime::libc {
namespace {

int length_of(PrivateArguments& kept) {
  return kept.apply([](const char* text, va_list& list) { return std::vsnprintf(nullptr, 0, text, list); });
}

// The first `size` bytes of the text, the NUL included.
char* formatted(PrivateArguments& kept, std::size_t size, Scratch& scratch) {
  char* bytes = scratch.take(size);
  kept.apply([=](const char* text, va_list& list) { return std::vsnprintf(bytes, size, text, list); });
  return bytes;
}

int print_events(FILE* stream, const char* format, va_list arguments) {
  Scratch scratch;
  const HeddlePoint* point = call_point();
  PrivateArguments kept(format, arguments, scratch, point);
  const auto text = [&] {
    int length = length_of(kept);
    if (length < 0) return no_text();
    std::size_t size = static_cast<std::size_t>(length);
    return View{formatted(kept, size + 1, scratch), size};
  };
  return output_event("printf", stream, point, text, [&] {
    return kept.apply([=](const char* form, va_list& list) { return std::vfprintf(stream, form, list); });
  });
}

// Writes at most `size` bytes, the NUL included. Returns the length of the whole text, as vsnprintf.
int print_into_events(char* to, std::size_t size, const char* format, va_list arguments) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  PrivateArguments kept(format, arguments, scratch, point);
  int length = length_of(kept);
  if (length < 0 || size == 0) return length;
  std::size_t needed = static_cast<std::size_t>(length) + 1;
  std::size_t written = needed < size ? needed : size;
  write_bytes(to, formatted(kept, written, scratch), written, point);
  return length;
}

// Into a new block, written with an event as in strdup.
int print_allocated_events(char** to, const char* format, va_list arguments) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  PrivateArguments kept(format, arguments, scratch, point);
  int length = length_of(kept);
  if (length < 0) return length;
  std::size_t size = static_cast<std::size_t>(length) + 1;
  char* block = static_cast<char*>(std::malloc(size));
  if (block == nullptr) return -1;
  write_bytes(block, formatted(kept, size, scratch), size, point);
  write_value(to, block, point);
  return length;
}

int print_to_descriptor_events(int descriptor, const char* format, va_list arguments) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  PrivateArguments kept(format, arguments, scratch, point);
  int length = length_of(kept);
  if (length < 0) return length;
  std::size_t size = static_cast<std::size_t>(length);
  const char* bytes = formatted(kept, size + 1, scratch);
  return put_out("dprintf", descriptor, bytes, size, point) < 0 ? -1 : length;
}

int print(FILE* stream, const char* format, va_list arguments) {
  return executing() ? print_events(stream, format, arguments) : std::vfprintf(stream, format, arguments);
}

int print_into(char* to, std::size_t size, const char* format, va_list arguments) {
  if (executing()) return print_into_events(to, size, format, arguments);
  return size == kNoLimit ? std::vsprintf(to, format, arguments) : std::vsnprintf(to, size, format, arguments);
}

int print_allocated(char** to, const char* format, va_list arguments) {
  return executing() ? print_allocated_events(to, format, arguments) : vasprintf(to, format, arguments);
}

int print_to_descriptor(int descriptor, const char* format, va_list arguments) {
  if (executing()) return print_to_descriptor_events(descriptor, format, arguments);
  return HEDDLE_REAL(vdprintf)(descriptor, format, arguments);
}

}  // namespace
}  // namespace heddle::runtime::libc

using namespace heddle::runtime::libc;

extern "C" {

int __heddle_libc_vprintf(const char* format, va_list arguments) { return print(standard_stream(&stdout), format, arguments); }

int __heddle_libc_vfprintf(FILE* stream, const char* format, va_list arguments) {
  return print(stream, format, arguments);
}

int __heddle_libc_vsprintf(char* to, const char* format, va_list arguments) {
  return print_into(to, kNoLimit, format, arguments);
}

int __heddle_libc_vsnprintf(char* to, std::size_t size, const char* format, va_list arguments) {
  return print_into(to, size, format, arguments);
}

int __heddle_libc_vasprintf(char** to, const char* format, va_list arguments) {
  return print_allocated(to, format, arguments);
}

int __heddle_libc_asprintf(char** to, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int result = print_allocated(to, format, arguments);
  va_end(arguments);
  return result;
}

int __heddle_libc_printf(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int result = print(standard_stream(&stdout), format, arguments);
  va_end(arguments);
  return result;
}

int __heddle_libc_fprintf(FILE* stream, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int result = print(stream, format, arguments);
  va_end(arguments);
  return result;
}

int __heddle_libc_sprintf(char* to, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int result = print_into(to, kNoLimit, format, arguments);
  va_end(arguments);
  return result;
}

int __heddle_libc_snprintf(char* to, std::size_t size, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int result = print_into(to, size, format, arguments);
  va_end(arguments);
  return result;
}

}  // extern "C"

HEDDLE_INTERPOSED int vdprintf(int descriptor, const char* format, va_list arguments) {
  return print_to_descriptor(descriptor, format, arguments);
}

HEDDLE_INTERPOSED int dprintf(int descriptor, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int result = print_to_descriptor(descriptor, format, arguments);
  va_end(arguments);
  return result;
}
