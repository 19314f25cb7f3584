// SPDX-License-Identifier: Apache-2.0
#include "runtime/libc/stream/format_syntax.h"

#include <cctype>
#include <climits>
#include <cstring>

namespace heddle::runtime::libc {
namespace {

// What va_list is in the x86-64 ABI. With both offsets at their end, every argument comes from overflow_area.
struct ArgumentList {
  unsigned integer_offset;
  unsigned vector_offset;
  void* overflow_area;
  void* register_area;
};
static_assert(sizeof(ArgumentList) == sizeof(va_list));
constexpr unsigned kIntegerRegisters = 48;
constexpr unsigned kAllRegisters = 176;

}  // namespace

int parse_number(const char*& at) {
  int number = 0;
  while (std::isdigit(static_cast<unsigned char>(*at)) && number < INT_MAX / 10 - 1)
    number = number * 10 + (*at++ - '0');
  return number;
}

int parse_position(const char*& at) {
  const char* ahead = at;
  int number = parse_number(ahead);
  if (ahead == at || *ahead != '$') return -1;
  at = ahead + 1;
  return number - 1;
}

void take_from_slots(va_list& arguments, void* slots) {
  ArgumentList list{kIntegerRegisters, kAllRegisters, slots, nullptr};
  std::memcpy(&arguments, &list, sizeof(list));
}

}  // namespace heddle::runtime::libc
