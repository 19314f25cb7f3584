// SPDX-License-Identifier: Apache-2.0
//
// Functions on NUL-terminated strings that write: copies, concatenations, duplicates. The bytes written are those that
// the read event saw, whatever happened to the source in between.
#include <cstdlib>
#include <cstring>

#include "runtime/libc/ranges.h"

namespace heddle::runtime::libc {
namespace {

// Returns the address of the NUL that was written.
char* copy_string(char* to, const char* from) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  View source = read_string(from, kNoLimit, scratch, point);
  write_bytes(to, source.bytes, source.size, point);
  return to + source.size - 1;
}

// Writes exactly `size` bytes, padded with NULs. Returns the address of the first NUL written, or of the end.
char* copy_padded(char* to, const char* from, std::size_t size) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  View source = read_string(from, size, scratch, point);
  std::size_t length = strnlen(source.bytes, source.size);
  write_with(to, size, point, [=] {
    std::memmove(to, source.bytes, length);
    std::memset(to + length, 0, size - length);
  });
  return to + length;
}

// Looks for the end of `to`, reads at most `limit` bytes of `from` and puts them there with a NUL.
char* append(char* to, const char* from, std::size_t limit) {
  const HeddlePoint* point = call_point();
  std::size_t length = read_extent(to, point, [=] { return std::strlen(to) + 1; }) - 1;
  Scratch scratch;
  View source = read_string(from, limit, scratch, point);
  std::size_t added = strnlen(source.bytes, source.size);
  char* end = to + length;
  write_with(end, added + 1, point, [=] {
    std::memmove(end, source.bytes, added);
    end[added] = 0;
  });
  return to;
}

// The new block is written with an event although nobody else knows it yet: whoever gets the pointer without
// synchronisation races with this very write.
char* duplicate(const char* from, std::size_t limit) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  View source = read_string(from, limit, scratch, point);
  std::size_t length = strnlen(source.bytes, source.size);
  char* block = static_cast<char*>(std::malloc(length + 1));
  if (!block) return nullptr;
  write_with(block, length + 1, point, [=] {
    std::memcpy(block, source.bytes, length);
    block[length] = 0;
  });
  return block;
}

}  // namespace
}  // namespace heddle::runtime::libc

using namespace heddle::runtime;
using namespace heddle::runtime::libc;

extern "C" {

char* __heddle_libc_strcpy(char* to, const char* from) {
  if (!executing()) return std::strcpy(to, from);
  copy_string(to, from);
  return to;
}

char* __heddle_libc_stpcpy(char* to, const char* from) {
  return executing() ? copy_string(to, from) : stpcpy(to, from);
}

char* __heddle_libc_strncpy(char* to, const char* from, std::size_t size) {
  if (!executing()) return std::strncpy(to, from, size);
  copy_padded(to, from, size);
  return to;
}

char* __heddle_libc_stpncpy(char* to, const char* from, std::size_t size) {
  return executing() ? copy_padded(to, from, size) : stpncpy(to, from, size);
}

char* __heddle_libc_strcat(char* to, const char* from) {
  return executing() ? append(to, from, kNoLimit) : std::strcat(to, from);
}

char* __heddle_libc_strncat(char* to, const char* from, std::size_t limit) {
  return executing() ? append(to, from, limit) : std::strncat(to, from, limit);
}

char* __heddle_libc_strdup(const char* from) { return executing() ? duplicate(from, kNoLimit) : strdup(from); }

char* __heddle_libc_strndup(const char* from, std::size_t limit) {
  return executing() ? duplicate(from, limit) : strndup(from, limit);
}

}  // extern "C"
