// SPDX-License-Identifier: Apache-2.0
//
// The printf family. Strings are read with events (format.h); text for a buffer of the program is formatted privately
// and written there as one range; text for a stream goes to libc, whose streams are no memory of the program.
#include <cstdarg>
#include <cstdio>

#include "runtime/libc/format.h"

namespace heddle::runtime::libc {
namespace {

int print_events(FILE* stream, const char* format, va_list arguments) {
  Scratch scratch;
  PrivateArguments kept(format, arguments, scratch, call_point());
  return kept.apply([=](const char* text, va_list& list) { return std::vfprintf(stream, text, list); });
}

// Writes at most `size` bytes, the NUL included. Returns the length of the whole text, as vsnprintf.
int print_into_events(char* to, std::size_t size, const char* format, va_list arguments) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  PrivateArguments kept(format, arguments, scratch, point);
  int length = kept.apply([](const char* text, va_list& list) { return std::vsnprintf(nullptr, 0, text, list); });
  if (length < 0 || size == 0) return length;
  std::size_t needed = static_cast<std::size_t>(length) + 1;
  std::size_t written = needed < size ? needed : size;
  char* formatted = scratch.take(written);
  kept.apply([=](const char* text, va_list& list) { return std::vsnprintf(formatted, written, text, list); });
  write_bytes(to, formatted, written, point);
  return length;
}

int print(FILE* stream, const char* format, va_list arguments) {
  return executing() ? print_events(stream, format, arguments) : std::vfprintf(stream, format, arguments);
}

int print_into(char* to, std::size_t size, const char* format, va_list arguments) {
  if (executing()) return print_into_events(to, size, format, arguments);
  return size == kNoLimit ? std::vsprintf(to, format, arguments) : std::vsnprintf(to, size, format, arguments);
}

}  // namespace
}  // namespace heddle::runtime::libc

using namespace heddle::runtime::libc;

extern "C" {

int __heddle_libc_vprintf(const char* format, va_list arguments) { return print(stdout, format, arguments); }

int __heddle_libc_vfprintf(FILE* stream, const char* format, va_list arguments) {
  return print(stream, format, arguments);
}

int __heddle_libc_vsprintf(char* to, const char* format, va_list arguments) {
  return print_into(to, kNoLimit, format, arguments);
}

int __heddle_libc_vsnprintf(char* to, std::size_t size, const char* format, va_list arguments) {
  return print_into(to, size, format, arguments);
}

int __heddle_libc_printf(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int result = print(stdout, format, arguments);
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
